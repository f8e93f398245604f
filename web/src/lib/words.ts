// How figures are written.
export function percent(p: number): string {
  // Sums of many probabilities may miss 1 by their last digits.
  if (p <= 1e-12) return 'never';
  if (p >= 1 - 1e-9) return 'certain';
  if (p < 0.0005) return '< 0.1 %';
  if (p > 0.9995) return '> 99.9 %';
  return `${(p * 100).toFixed(1)} %`;
}

export function number(value: number, unit: string): string {
  if (unit !== 'thirds') return String(value);
  const whole = Math.floor(Math.abs(value) / 3);
  const rest = Math.abs(value) % 3;
  const sign = value < 0 ? '−' : '';
  if (rest === 0) return `${sign}${whole}`;
  return whole === 0 ? `${sign}${rest}/3` : `${sign}${whole} ${rest}/3`;
}

/** A number with so many places, with a minus where it is below nothing. */
export function decimal(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export function mean(value: number, unit: string): string {
  return decimal(unit === 'thirds' ? value / 3 : value, 2);
}

/** What a figure has changed by: points where it is a chance, else its unit; nothing where that is less than is written. */
export function changed(now: { mean: number; unit: string }, before: { mean: number }): string {
  const chance = now.unit === 'flag';
  const difference = (now.mean - before.mean) * (chance ? 100 : now.unit === 'thirds' ? 1 / 3 : 1);
  const places = chance ? 1 : 2;
  if (Math.abs(difference) < 0.5 * 10 ** -places) return '';
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference).toFixed(places)}${chance ? ' points' : ''}`;
}

/** A key as words: `artillery-siege` becomes `artillery siege`. */
export function spaced(key: string): string {
  return key.replaceAll('-', ' ').replaceAll('_', ' ');
}

export function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** A day as people write it, where a file has it in figures: `1914-08-23` becomes `23 August 1914`. */
export function dated(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name ? `${Number(day)} ${name} ${year}` : date;
}

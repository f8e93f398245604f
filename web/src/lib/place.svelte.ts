// Where the visitor is: the part of the address after the `#`.
export const place = $state({ path: read() });

/** What was cut on the way may be no text any more; it is shown as it is, and refused where it is read. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').map(decoded);
}

addEventListener('hashchange', () => {
  place.path = read();
});

export function to(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

// Where everything stands below each other; the style sheets say the same.
const small = matchMedia('(max-width: 60rem)');
export const screen = $state({ narrow: small.matches });
small.addEventListener('change', () => {
  screen.narrow = small.matches;
});

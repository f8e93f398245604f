// Where the visitor is: the part of the address after the `#`.
export const place = $state({ path: read() });

function read(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
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

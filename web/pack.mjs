// Packs every built file once, so that the server never has to.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const walk = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
for (const path of walk('dist').filter((path) => !path.endsWith('.br'))) {
  const plain = readFileSync(path);
  const packed = brotliCompressSync(plain, options);
  if (packed.length < plain.length) writeFileSync(`${path}.br`, packed);
}

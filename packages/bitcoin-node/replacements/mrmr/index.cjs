// Murmur3, 32 bits, as the filters of bcoin ask for it by the name `mrmr`: the package of that name
// is native code and needs a compiler. Source: the public-domain definition of MurmurHash3_x86_32.
'use strict';

const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const rotate = (word, bits) => (word << bits) | (word >>> (32 - bits));

const scramble = (word) => Math.imul(rotate(Math.imul(word, C1), 15), C2);

/** Hash of bytes with a seed, a whole number of 32 bits without sign. */
function sum(data, seed) {
  const end = data.length & ~3;
  let hash = seed | 0;
  for (let at = 0; at < end; at += 4) {
    hash = (Math.imul(rotate(hash ^ scramble(data.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = data.length - 1; at >= end; at -= 1) rest = (rest << 8) | data[at];
  if (data.length > end) hash ^= scramble(rest);
  hash ^= data.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hash with the seed that a filter gives its nth function. */
function tweak(data, n, tweakOf) {
  return sum(data, (Math.imul(n, 0xfba4c795) + tweakOf) >>> 0);
}

module.exports = { sum, tweak };

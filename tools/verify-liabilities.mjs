// Checks a proof of reserves: the bundle that is published, and paths that people downloaded. It
// stands alone: one file, nothing but Node, no line shared with what wrote them, so that it can be
// read, copied and run by somebody who trusts neither. The formats are told in
// docs/guide/reserves.md.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const USAGE = 'node verify-liabilities.mjs BUNDLE [PATH...]';
const SUM_MAX = 2n ** 127n - 1n;
/** What stands before the 32 bytes of an Ed25519 key in its usual file. */
const KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

class Fault extends Error {}

function demand(holds, what) {
  if (!holds) throw new Fault(what);
}

const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isList = (value) => Array.isArray(value);
const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Whole units from their text: no sign, no leading zero. */
function readUnits(text, what, most = SUM_MAX) {
  demand(typeof text === 'string' && /^(0|[1-9]\d{0,77})$/.test(text), `${what} is no amount`);
  const units = BigInt(text);
  demand(units <= most, `${what} is too large`);
  return units;
}

function writeSum(sum) {
  demand(sum >= 0n && sum <= SUM_MAX, 'a sum is too large');
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}

function joinNodes(left, right) {
  const sum = left.sum + right.sum;
  writeSum(sum);
  const words = [left.hash, writeSum(left.sum), right.hash, writeSum(right.sum)];
  return { hash: sha256(Buffer.from([1]), ...words), sum };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Fault(`${file} cannot be read: ${error.message}`);
  }
}

/** Units with their decimals, as people write them. */
function show(units, scale) {
  const digits = units.toString().padStart(scale + 1, '0');
  const end = digits.slice(digits.length - scale).replace(/0+$/, '');
  return scale === 0 || end === ''
    ? digits.slice(0, digits.length - scale)
    : `${digits.slice(0, digits.length - scale)}.${end}`;
}

function checkStatements({ statementKey, addresses }) {
  demand(isList(addresses), 'the bundle lists no addresses');
  const stated = addresses.filter(({ change }) => change === 0);
  if (addresses.length === 0) return 0;
  demand(isHash(statementKey), 'the key of statements is none');
  const der = Buffer.concat([KEY_HEAD, Buffer.from(statementKey, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const known = new Set();
  for (const { family, account, change, index, address, statement } of addresses) {
    demand(!known.has(`${family} ${address}`), `${address} stands there twice`);
    known.add(`${family} ${address}`);
    if (change !== 0) continue;
    const text = `isobath address\n${family}\n${account}\n${index}\n${address}\n`;
    const isGood = verify(null, Buffer.from(text), key, Buffer.from(statement, 'hex'));
    demand(isGood, `the statement about ${address} is not of the key`);
  }
  return stated.length;
}

/** What all networks hold of a coin, in its units; what is finer is cut off the sum. */
function sumHoldings(reserves, { assetId, scale }) {
  const own = reserves.filter((one) => one.assetId === assetId);
  demand(new Set(own.map(({ networkId }) => networkId)).size === own.length, 'a network is twice');
  const finest = Math.max(scale, ...own.map(({ decimals }) => decimals));
  const total = own.reduce((sum, { raw, decimals }) => {
    demand(isCount(decimals) && decimals <= 36, 'decimals of a network are none');
    return sum + readUnits(raw, 'a reserve', 10n ** 78n) * 10n ** BigInt(finest - decimals);
  }, 0n);
  return total / 10n ** BigInt(finest - scale);
}

function checkCoin(coin, reserves) {
  const { asset, scale, liabilities, debts, holdings, coverPpm } = coin;
  demand(isCount(coin.assetId) && isCount(scale) && scale <= 18, 'a coin is none');
  demand(isHash(liabilities?.root) && isCount(liabilities.depth), `${asset} has no root`);
  const owed = readUnits(liabilities.sum, `the sum of ${asset}`);
  readUnits(debts, `debts of ${asset}`);
  const held = readUnits(holdings, `holdings of ${asset}`, 10n ** 78n);
  demand(held === sumHoldings(reserves, coin), `${asset} holds another sum than its networks`);
  const cover = owed === 0n ? '' : String((held * 1_000_000n) / owed);
  demand(cover === coverPpm, `the cover of ${asset} is another one`);
  const said = cover === '' ? 'nothing is owed' : `cover ${show(BigInt(cover), 4)} %`;
  return `${asset}: owed ${show(owed, scale)}, held ${show(held, scale)}, ${said}`;
}

function readBundle(file) {
  const bundle = readJson(file);
  demand(bundle.format === 'isobath-reserves-1', 'this is no bundle of a proof of reserves');
  demand(isList(bundle.coins) && isList(bundle.reserves), 'the bundle lists no coins');
  const ids = new Set(bundle.coins.map(({ assetId }) => assetId));
  demand(ids.size === bundle.coins.length, 'a coin stands there twice');
  const lines = bundle.coins.map((coin) => checkCoin(coin, bundle.reserves));
  const strange = bundle.reserves.find(({ assetId }) => !ids.has(assetId));
  demand(strange === undefined, 'a reserve is of a coin that is not listed');
  const statedCount = checkStatements(bundle);
  const hash = sha256(JSON.stringify(bundle)).toString('hex');
  const mode = bundle.mode === 'sandbox' ? ', of a sandbox: demo money is covered by nothing' : '';
  const head = `sound: ${bundle.coins.length} coins as of step ${bundle.sequence}${mode}`;
  const end = `${statedCount} addresses stated by ${bundle.statementKey || 'nobody'}`;
  return { bundle, hash, lines: [head, ...lines, end, `bundle ${hash}`] };
}

function checkLeaf(leaf, uid, bundle) {
  const coin = bundle.coins.find(({ assetId }) => assetId === leaf.assetId);
  demand(coin !== undefined, `the bundle has no coin ${leaf.assetId}`);
  const { asset, scale, liabilities } = coin;
  const units = readUnits(leaf.units, `the amount of ${asset}`);
  demand(isHash(leaf.salt), `the salt of ${asset} is none`);
  demand(isList(leaf.path) && leaf.path.length === liabilities.depth, `${asset}: a path is short`);
  const salt = Buffer.from(leaf.salt, 'hex');
  let node = { hash: sha256(Buffer.from([0]), salt, uid, writeSum(units)), sum: units };
  for (const { side, hash, sum } of leaf.path) {
    demand((side === 'left' || side === 'right') && isHash(hash), `${asset}: a step is none`);
    const other = { hash: Buffer.from(hash, 'hex'), sum: readUnits(sum, 'a step') };
    node = side === 'left' ? joinNodes(other, node) : joinNodes(node, other);
  }
  const isRoot = node.hash.toString('hex') === liabilities.root;
  demand(isRoot && node.sum === BigInt(liabilities.sum), `${asset}: the path ends elsewhere`);
  return `${show(units, scale)} ${asset}`;
}

function checkPath(file, { bundle, hash }) {
  const path = readJson(file);
  demand(path.format === 'isobath-reserves-path-1', 'this is no path');
  demand(path.bundleHash === hash, 'it belongs to another bundle');
  demand(typeof path.uid === 'string' && /^[1-9]\d{0,15}$/.test(path.uid), 'it names nobody');
  demand(isList(path.leaves) && path.leaves.length > 0, 'it proves nothing');
  const ids = new Set(path.leaves.map(({ assetId }) => assetId));
  demand(ids.size === path.leaves.length, 'a coin stands there twice');
  const counted = path.leaves.map((leaf) => checkLeaf(leaf, path.uid, bundle));
  return `UID ${path.uid} counts with ${counted.join(', ')}`;
}

function main([bundleFile, ...paths]) {
  if (bundleFile === undefined) {
    console.error(USAGE);
    process.exitCode = 64;
    return;
  }
  const checked = readBundle(bundleFile);
  for (const line of checked.lines) console.log(line);
  for (const file of paths) {
    try {
      console.log(`sound: ${file}: ${checkPath(file, checked)}`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`not sound: ${file}: ${error.message}`);
    }
  }
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(`not sound: ${error.message}`);
  process.exitCode = 1;
}

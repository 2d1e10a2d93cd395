// Checks what `audit export`, `liabilities export` and `liabilities proof` wrote. It stands alone:
// one file, nothing but Node, no line shared with what wrote them, so that it can be read, copied
// and run by somebody who trusts neither. The formats are told in docs/run/auditors.md.
import { createHash, createHmac } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

const USAGE = `node verify-export.mjs liabilities DIR
node verify-export.mjs proof SUMMARY FILE...
node verify-export.mjs audit FILE [--anchor SEQUENCE:SUM] [--key HEX]`;
const SUM_MAX = 2n ** 127n - 1n;
const ZERO_HASH = '0'.repeat(64);

class Fault extends Error {}

function demand(holds, what) {
  if (!holds) throw new Fault(what);
}

const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** An amount in units from its text: no sign, no leading zero, within 127 bits. */
function readUnits(text, what) {
  demand(typeof text === 'string' && /^(0|[1-9]\d{0,38})$/.test(text), `${what} is no amount`);
  const units = BigInt(text);
  demand(units <= SUM_MAX, `${what} is too large`);
  return units;
}

function writeSum(sum) {
  demand(sum >= 0n && sum <= SUM_MAX, 'a sum is too large');
  return Buffer.from(sum.toString(16).padStart(32, '0'), 'hex');
}

function makeLeaf({ assetId, uid, units, salt }) {
  demand(isCount(assetId) && isCount(uid), 'a leaf names no asset or nobody');
  demand(typeof salt === 'string' && /^[0-9a-f]{32}$/.test(salt), 'a salt has 16 bytes');
  const sum = readUnits(units, 'a leaf');
  const head = `leaf ${uid} ${assetId} `;
  return { hash: sha256(head, Buffer.from(salt, 'hex'), writeSum(sum)), sum };
}

function joinNodes(left, right) {
  const words = [left.hash, writeSum(left.sum), right.hash, writeSum(right.sum)];
  const sum = left.sum + right.sum;
  writeSum(sum);
  return { hash: sha256('node ', ...words), sum };
}

function rootOf(leaves) {
  let floor = leaves;
  while (floor.length > 1) {
    const above = [];
    for (let at = 0; at < floor.length; at += 2) {
      const right = floor[at + 1];
      above.push(right === undefined ? floor[at] : joinNodes(floor[at], right));
    }
    floor = above;
  }
  return floor[0];
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Fault(`${file} cannot be read: ${error.message}`);
  }
}

function readSummary(file) {
  const summary = readJson(file);
  demand(summary.format === 'isobath-liabilities-1', 'this is no summary of liabilities');
  const { sequence, stateHash, assets } = summary;
  const said = sha256(JSON.stringify([sequence, stateHash, assets])).toString('hex');
  demand(summary.commitment === said, 'the commitment is not that of the summary');
  const ids = new Set(assets.map(({ assetId }) => assetId));
  demand(ids.size === assets.length, 'an asset stands there twice');
  for (const asset of assets) {
    readUnits(asset.sum, `the sum of asset ${asset.assetId}`);
    demand(asset.leaves === 0 || isHash(asset.root), `asset ${asset.assetId} has no root`);
    demand(/^(0|-[1-9]\d*)$/.test(asset.debts), `debts of asset ${asset.assetId} are none`);
  }
  return summary;
}

async function readLeavesByAsset(file) {
  const byAsset = new Map();
  for await (const line of createInterface(createReadStream(file))) {
    const leaf = JSON.parse(line);
    const leaves = byAsset.get(leaf.assetId) ?? { nodes: [], uids: new Set() };
    byAsset.set(leaf.assetId, leaves);
    demand(!leaves.uids.has(leaf.uid), `UID ${leaf.uid} has two leaves of one asset`);
    leaves.uids.add(leaf.uid);
    leaves.nodes.push(makeLeaf(leaf));
  }
  return byAsset;
}

async function checkLiabilities([folder]) {
  demand(folder !== undefined, USAGE);
  const summary = readSummary(join(folder, 'summary.json'));
  const byAsset = await readLeavesByAsset(join(folder, 'leaves.jsonl'));
  for (const { assetId, leaves, sum, root } of summary.assets) {
    const nodes = byAsset.get(assetId)?.nodes ?? [];
    demand(nodes.length === leaves, `asset ${assetId} has ${nodes.length} leaves, not ${leaves}`);
    const top = rootOf(nodes);
    demand((top?.hash.toString('hex') ?? '') === root, `asset ${assetId} has another root`);
    demand((top?.sum ?? 0n) === BigInt(sum), `asset ${assetId} has another sum`);
    byAsset.delete(assetId);
  }
  demand(byAsset.size === 0, 'there are leaves of an asset that the summary does not name');
  const { assets, sequence, commitment } = summary;
  return [`sound: ${assets.length} assets as of ${sequence}, ${commitment}`];
}

function checkHolding(holding, uid, summary) {
  const asset = summary.assets.find(({ assetId }) => assetId === holding.assetId);
  demand(asset !== undefined, `the summary has no asset ${holding.assetId}`);
  let node = makeLeaf({ ...holding, uid });
  for (const { side, hash, sum } of holding.path) {
    demand((side === 'left' || side === 'right') && isHash(hash), 'a step of the path is none');
    const neighbour = { hash: Buffer.from(hash, 'hex'), sum: readUnits(sum, 'a step of the path') };
    node = side === 'left' ? joinNodes(neighbour, node) : joinNodes(node, neighbour);
  }
  const isRoot = node.hash.toString('hex') === asset.root && node.sum === BigInt(asset.sum);
  demand(isRoot, `asset ${asset.assetId}: the path does not end at the root`);
}

function checkProof(file, summary) {
  const proof = readJson(file);
  demand(proof.format === 'isobath-liabilities-1', 'this is no proof');
  demand(proof.commitment === summary.commitment, 'it belongs to another summary');
  demand(Array.isArray(proof.holdings) && proof.holdings.length > 0, 'it proves nothing');
  const ids = new Set(proof.holdings.map(({ assetId }) => assetId));
  demand(ids.size === proof.holdings.length, 'an asset stands there twice');
  for (const holding of proof.holdings) checkHolding(holding, proof.uid, summary);
  return `UID ${proof.uid} counts in ${proof.holdings.length} assets`;
}

function checkProofs([summaryFile, ...files]) {
  demand(files.length > 0, USAGE);
  const summary = readSummary(summaryFile);
  return files.map((file) => {
    try {
      return `sound: ${file}: ${checkProof(file, summary)}`;
    } catch (error) {
      process.exitCode = 1;
      return `not sound: ${file}: ${error.message}`;
    }
  });
}

function readOptions(words) {
  const options = { anchor: undefined, key: undefined };
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at].replace(/^--/, '');
    demand(name in options && words[at + 1] !== undefined, USAGE);
    options[name] = words[at + 1];
  }
  return options;
}

/** One act beside the one before it; its words, where they are still there, beside their hash. */
function checkAction({ act, sum, salt, words }, before, key) {
  const [sequence, ...rest] = act;
  const [detailHash, previousHash, hash] = rest.slice(-3);
  const name = `act ${sequence}`;
  demand(sequence === before.sequence + 1, `act ${before.sequence + 1} is missing`);
  demand(previousHash === before.hash, `${name} does not follow the one before it`);
  const expected = sha256(before.sum, JSON.stringify(act)).toString('hex');
  demand(sum === expected, `${name} was changed`);
  if (key !== undefined) {
    const text = JSON.stringify(act.slice(0, -1));
    const keyed = createHmac('sha256', key).update(text).digest('hex');
    demand(hash === keyed, `${name} was not written by the holder of the key`);
  }
  if (words !== undefined) {
    const said = sha256(Buffer.from(salt, 'hex'), words).toString('hex');
    demand(said === detailHash, `the words of ${name} were changed`);
  }
  return { sequence, hash, sum };
}

async function checkAudit([file, ...words]) {
  demand(file !== undefined, USAGE);
  const { anchor, key: keyText } = readOptions(words);
  const key = keyText === undefined ? undefined : Buffer.from(keyText, 'hex');
  let before = { sequence: 0, hash: ZERO_HASH, sum: '' };
  let [head, end, isAnchorMet] = [undefined, undefined, anchor === undefined];
  for await (const line of createInterface(createReadStream(file))) {
    const said = JSON.parse(line);
    demand(end === undefined, 'something follows the end');
    if (head === undefined) head = said;
    else if (said.act === undefined) end = said;
    else before = checkAction(said, before, key);
    isAnchorMet ||= anchor === `${before.sequence}:${before.sum}`;
  }
  demand(head?.format === 'isobath-audit-1', 'this is no export of acts');
  demand(end !== undefined, 'its end is missing');
  const isWhole = end.count === before.sequence && end.lastSum === before.sum;
  demand(isWhole, 'acts at its end are missing');
  demand(isAnchorMet, `the act of the anchor ${anchor} is not in it`);
  return [`sound: ${end.count} acts, the last one is ${end.count}:${end.lastSum}`];
}

const checks = { liabilities: checkLiabilities, proof: checkProofs, audit: checkAudit };

async function main([name, ...words]) {
  const check = Object.hasOwn(checks, name ?? '') ? checks[name] : undefined;
  if (check === undefined) {
    console.error(USAGE);
    process.exitCode = 64;
    return;
  }
  try {
    for (const line of await check(words)) console.log(line);
  } catch (error) {
    console.error(`not sound: ${error.message}`);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));

// What `npm run bench -- latency` found, as a table for people. It measures nothing.
import type { Quantiles } from '../gateway/latencies.ts';
import { type LatencyCell, LEVEL_PACE, type LatencyReport } from './bench-latency.ts';

const NAME_WIDTH = 48;

function row(name: string, { p50, p99, p999 }: Quantiles, more = ''): string {
  const times = [p50, p99, p999].map((ms) => ms.toFixed(2).padStart(8)).join(' ');
  return `${name.padEnd(NAME_WIDTH)} ${times}${more}`;
}

function showCell(cell: LatencyCell): string[] {
  const { way, fate, perSecond, readers, answer, bareCommit, channel, stream, late } = cell;
  const name = `${way}, ${fate}, ${perSecond} a second, ${readers} readers`;
  const ratios = [answer.p50, answer.p99].map((ms) => (ms / bareCommit.p50).toFixed(1));
  const lines = [
    row(name, answer, `   ${ratios.join(' and ')} bare commits of ${bareCommit.p50.toFixed(2)} ms`),
    row('  the generator itself late', late),
  ];
  if (channel !== undefined) lines.push(row('  private channel after the answer', channel));
  if (stream !== undefined) lines.push(row('  user stream after the answer', stream));
  const parts = Object.entries(cell.processorUs).map(([part, us]) => `${part} ${us.toFixed(0)}`);
  if (cell.refusedCount > 0) lines.push(`  refused: ${cell.refusedCount} pairs`);
  return [...lines, `  us a call: ${parts.join(', ')}`];
}

/** The report as a table for people. */
export function showLatencyReport(report: LatencyReport): string {
  const { p50Ratio, p99Ratio, levels, bareCommit } = report;
  const verdict = (value: number, { most }: { readonly most: number }) =>
    `${value.toFixed(2)} (<= ${most}: ${value <= most ? 'ok' : 'MISSED'})`;
  const heads = ['p50', 'p99', 'p99.9'].map((one) => one.padStart(8)).join(' ');
  return [
    `${report.machine}, Node ${report.node}, ${report.at}, ${report.seconds} s each`,
    `${'milliseconds'.padEnd(NAME_WIDTH)} ${heads}`,
    row('bare commit, medians of those around each pace', bareCommit),
    ...report.bareHandler.map(({ perSecond, answer }) =>
      row(`bare handler, ${perSecond} a second`, answer),
    ),
    ...report.cells.flatMap((cell) => showCell(cell)),
    `at ${LEVEL_PACE} a second over HTTP with cancels, by the p50 of the bare commit:`,
    `p50 ${verdict(p50Ratio, levels.p50Ratio)}, p99 ${verdict(p99Ratio, levels.p99Ratio)}`,
  ].join('\n');
}

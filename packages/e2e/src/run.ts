// `npm run bench -- web`: starts the product, measures its trade page in a browser, says the
// numbers. Not the measuring (bench-web.ts). Exits with 1 when a level is missed.
import { parseArgs } from 'node:util';
import { benchWeb, webLevels } from './bench-web.ts';
import { startServer } from './fixture/server.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
    'warm-up': { type: 'string', default: '120' },
    address: { type: 'string', default: '' },
  },
});
const product = values.address === '' ? await startServer() : null;
try {
  const report = await benchWeb(product?.address ?? values.address, {
    warmUpSeconds: Number(values['warm-up']),
    seconds: Number(values.seconds),
  });
  console.log(JSON.stringify({ ...report, levels: webLevels }, null, values.json ? 0 : 2));
  if (report.missed.length > 0) process.exitCode = 1;
} finally {
  await product?.stop();
}

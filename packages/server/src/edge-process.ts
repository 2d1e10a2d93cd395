// The process that people and programs talk to: calls, pages, sockets, the operator's socket.
// It keeps no truth and decides nothing about money: the engine's process does.
// Started by the launcher; hands every room what it stands on, and stops them in order.

import type { FastifyInstance } from 'fastify';
import { readSettings, type Settings } from './base/config/index.ts';
import { openDatabase } from './base/db/index.ts';
import { readDatabaseAddress } from './base/db/of-settings.ts';
import { serveOperator } from './base/operator/index.ts';
import { runChild, type RunningChild } from './base/process/child.ts';
import { EXIT, Refusal } from './base/process/exit.ts';
import type { RouteHandler } from './base/product/index.ts';
import { createSessions, type Sessions } from './base/sessions/index.ts';
import { readCaller } from './edge/caller.ts';
import { createInProcessClient } from './edge/client.ts';
import { answerUnknownPath, createEdge, type EdgeOptions, isCallPath } from './edge/http.ts';
import { loadSpeak } from './edge/speak.ts';
import { mountPages } from './pages/index.ts';

async function start(): Promise<RunningChild> {
  const settings = readSettings();
  const address = await readDatabaseAddress(settings);
  const database = openDatabase({ address, role: 'app', applicationName: 'isobath edge' });
  const sessions = createSessions(database, Date.now);
  const handlers: RouteHandler[] = [];
  const edge: EdgeOptions = {
    handlers,
    sessions,
    speak: await loadSpeak(),
    ownOrigin: settings.publicUrl,
    mode: settings.mode,
    readNowMs: Date.now,
    report: reportError,
  };
  const app = createEdge(edge);
  serveHealth(app);
  await servePages(app, edge, sessions);
  await listen(app, settings);
  const endOperator = await serveOperator(settings.dataFolder, {
    'server.status': async () => ({ mode: settings.mode, address: settings.publicUrl }),
  });
  return {
    stop: async () => {
      await endOperator();
      await app.close();
      await database.close();
    },
  };
}

function reportError(error: unknown, requestId: string): void {
  console.error(new Date().toISOString(), requestId, error);
}

function serveHealth(app: FastifyInstance): void {
  app.get('/health/live', async () => ({ status: 'live' }));
}

async function servePages(
  app: FastifyInstance,
  edge: EdgeOptions,
  sessions: Sessions,
): Promise<void> {
  await mountPages(app, {
    mode: edge.mode,
    isCallPath,
    report: reportError,
    answerUnknownCall: (request, reply) => answerUnknownPath(edge, request, reply),
    identify: async (request) => {
      const { caller } = await readCaller(sessions, {
        headers: request.headers,
        ip: request.ip,
        requestId: request.id,
        prefix: request.url.split('/')[1] ?? '',
      });
      const client = createInProcessClient(edge.handlers, caller, edge.speak);
      return { client, isSignedIn: caller.ownerId > 0, savedLocale: '' };
    },
  });
}

async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Refusal(
      EXIT.inUse,
      `Port ${settings.port} on ${settings.host} was taken meanwhile: stop what uses it.`,
    );
  }
}

runChild(start);

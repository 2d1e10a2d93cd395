// The dialect's official connector as it comes, pointed at a server of ours by its hosts and
// nothing else. It refuses to speak without encryption, so it calls through a door that has it.
// Called by the tests of this folder.
import { Agent } from 'node:https';
import { Spot } from '@binance/spot';
import type { TlsFront } from '../fixture/tls-front.ts';
import type { Message } from './line.ts';

/** What the connector signs with. */
export interface ConnectorKeys {
  readonly apiKey: string;
  /** Shared secret; absent for an Ed25519 key. */
  readonly apiSecret?: string;
  /** Private half of an Ed25519 pair as PEM. */
  readonly privateKey?: string;
}

/** Calls by the connector's own names; answers are of many shapes, which the tests read. */
type Calls<TAnswer> = Record<string, (request?: object) => Promise<TAnswer>>;

/** Messages of one stream. */
export interface ConnectorStream {
  on(event: 'message', hear: (message: Message) => void): void;
  unsubscribe(): void;
}

/** A connection of the WebSocket API. */
export type ApiConnection = Calls<{ data: Message; rateLimits?: Message[] }>;

/** A connection of market streams. */
export type StreamConnection = Record<string, (request?: object | string) => ConnectorStream>;

/** The connector. */
export interface Connector {
  /** Call over HTTP. */
  rest(name: string, request?: object): Promise<Message>;
  openApi(): Promise<ApiConnection>;
  openStreams(): Promise<StreamConnection>;
}

/** The connector, unmodified but for its hosts and the certificate it trusts. */
export function openConnector({ host, certificate }: TlsFront, keys: ConnectorKeys): Connector {
  const agent = new Agent({ ca: certificate, keepAlive: true });
  const spot = new Spot({
    configurationRestAPI: { ...keys, basePath: `https://${host}`, httpsAgent: agent },
    configurationWebsocketAPI: { ...keys, wsURL: `wss://${host}/ws-api/v3`, agent },
    configurationWebsocketStreams: { wsURL: `wss://${host}`, agent },
  });
  return {
    async rest(name, request) {
      const calls = spot.restAPI as unknown as Calls<{ data(): Promise<Message> }>;
      const answer = await calls[name]?.(request);
      if (answer === undefined) throw new Error(`the connector has no ${name}`);
      return answer.data();
    },
    openApi: async () => (await spot.websocketAPI.connect()) as unknown as ApiConnection,
    openStreams: async () => (await spot.websocketStreams.connect()) as unknown as StreamConnection,
  };
}

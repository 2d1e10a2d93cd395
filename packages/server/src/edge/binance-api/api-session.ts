// Who speaks on a connection of the WebSocket API: log-on with a key, one signed request at a time,
// and what the key may still do. It knows no call. Used by api-socket.ts.
import {
  BinanceError,
  type BinanceParameters,
  isKeyAllowed,
  makeSigner,
  readDeadlineMs,
  type Signing,
  type WantedPermission,
} from '../../base/binance-api/index.ts';
import type { ApiKey, ApiKeys } from '../../base/keys/index.ts';
import type { Caller } from '../../base/product/index.ts';
import { listApiPayloads } from './api-requests.ts';

/** What sessions stand on. */
export interface ApiSessionParts {
  readonly signing: Signing;
  readonly keys: ApiKeys;
  readonly ip: string;
  readonly readNowMs: () => number;
}

/** What of a request says who asks. */
interface SessionRequest {
  readonly parameters: BinanceParameters;
  readonly requestId: string;
  readonly text: string;
}

/** Who speaks on one connection. */
export class ApiSession {
  readonly #parts: ApiSessionParts;
  readonly #connectedAtMs: number;
  #key: ApiKey | undefined;
  #authorizedAtMs = 0;

  constructor(parts: ApiSessionParts) {
    this.#parts = parts;
    this.#connectedAtMs = parts.readNowMs();
  }

  /** The key that is logged on. */
  get key(): ApiKey | undefined {
    return this.#key;
  }

  /** @throws BinanceError -4056 for a key with a shared secret, and those of a signed request. */
  async logOn({ parameters, requestId, text }: SessionRequest): Promise<void> {
    const { signing, ip, readNowMs } = this.#parts;
    const apiKey = parameters.apiKey ?? '';
    const payloads = listApiPayloads({ parameters, text });
    const { key } = await signing.admit({ apiKey, parameters, payloads, ip, requestId }, 'none');
    if (key.kind !== 'ed25519') throw new BinanceError('logon_kind');
    this.#key = key;
    this.#authorizedAtMs = readNowMs();
  }

  logOut(): void {
    this.#key = undefined;
    this.#authorizedAtMs = 0;
  }

  /** How things stand, as the dialect tells it. */
  show(more: { readonly returnRateLimits: boolean; readonly userDataStream: boolean }) {
    return {
      apiKey: this.#key?.apiKey ?? null,
      authorizedSince: this.#key === undefined ? null : this.#authorizedAtMs,
      connectedSince: this.#connectedAtMs,
      returnRateLimits: more.returnRateLimits,
      serverTime: this.#parts.readNowMs(),
      userDataStream: more.userDataStream,
    };
  }

  /**
   * The caller of one request: by its own key and signature, else by the key that is logged on.
   * @throws BinanceError as a signed request does; -2015 without either.
   */
  async admit(
    request: SessionRequest,
    wanted: WantedPermission | 'named',
  ): Promise<{ readonly caller: Caller; readonly key: ApiKey }> {
    const { parameters, requestId, text } = request;
    const { signing, keys, ip, readNowMs } = this.#parts;
    const { apiKey } = parameters;
    if (apiKey !== undefined || this.#key === undefined) {
      const signs = { apiKey: apiKey ?? '', ip, requestId };
      if (wanted === 'named') return signing.admitKey(signs);
      const payloads = listApiPayloads({ parameters, text });
      const signed = { ...signs, parameters, payloads };
      return signing.admitNow(signed, wanted) ?? signing.admit(signed, wanted);
    }
    const deadlineMs = wanted === 'named' ? 0 : readDeadlineMs(parameters, readNowMs());
    const key = await keys.find(this.#key.apiKey);
    const permission = wanted === 'named' ? 'none' : wanted;
    if (key === undefined || !isKeyAllowed(key, permission, ip)) {
      throw new BinanceError('key_rejected');
    }
    keys.touch(key, ip);
    return { key, caller: makeSigner(key, { ip, requestId, deadlineMs }) };
  }
}

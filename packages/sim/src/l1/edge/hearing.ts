// What one listener has heard, channel by channel, and whether it is what the journal says: numbers
// follow each other, what overlaps is cut, a snapshot begins anew. It knows no line. Used by
// listener.ts.
import type { BalanceData, ChannelFrame, PrivateEvent, PublicTrade } from './frames.ts';
import { LocalBook, readSteps } from './local-book.ts';
import type { Ear, Hall } from './hall.ts';
import { PrivateNews } from './private-news.ts';
import type { Decimals, TrueMarket, TrueTrade } from './truth.ts';

/** One numbered channel as it was heard. */
interface Heard {
  last: number;
  /** Last number of news on this line, whatever a beginning said. */
  reported: number;
  /** Whether it has begun on this line: nothing comes twice from then on. */
  isBegun: boolean;
  book?: LocalBook;
}

/** Channels that can be gone on with after a cut. */
function isResumed(channel: string): boolean {
  return channel === 'private' || channel.startsWith('trades:');
}

/** Whether a text says the price and size of a trade, read by these decimals. */
function isReported(reported: PublicTrade, trade: TrueTrade, decimals: Decimals): boolean {
  return (
    readSteps(reported.price, decimals.priceDecimals) === trade.priceTicks &&
    readSteps(reported.amount, decimals.lotDecimals) === trade.sizeLots
  );
}

/** Everything one listener heard. */
export class Hearing {
  readonly #ear: Ear;
  readonly #hall: Hall;
  readonly #heard = new Map<string, Heard>();
  readonly #news: PrivateNews;
  /** Whether the server said that it cannot tell what was missed. */
  #isRefused = false;
  /** Private events that they got, each once. */
  newsCount = 0;

  constructor(ear: Ear, hall: Hall) {
    this.#ear = ear;
    this.#hall = hall;
    this.#news = new PrivateNews(ear.ownerId, hall.truth);
    if (ear.since !== undefined)
      this.#heard.set('private', { last: ear.since, reported: 0, isBegun: false });
  }

  /** A new line: every channel begins again on it. */
  beginLine(): void {
    for (const heard of this.#heard.values()) Object.assign(heard, { isBegun: false, reported: 0 });
    this.#isRefused = false;
  }

  /** They asked to go on from here. */
  resumed(channel: string): void {
    const heard = this.#heard.get(channel);
    if (heard !== undefined) heard.isBegun = isResumed(channel);
  }

  /** What they missed is not kept any more: they begin anew. */
  refused(): void {
    this.#isRefused = true;
    if (this.#ear.since === undefined || this.#ear.isUnknown) return;
    const { ownerId, since } = this.#ear;
    this.#complain('resume', `what ${ownerId} was told behind ${since} is refused though kept`);
  }

  /** Last number of a channel, undefined before they have any. */
  lastOf(channel: string): number | undefined {
    return this.#heard.get(channel)?.last;
  }

  #complain(check: string, detail: string): void {
    this.#hall.violate(check, `${this.#ear.name}: ${detail}`);
  }

  /** Take a message. */
  take(frame: ChannelFrame): void {
    const { ch } = frame;
    if (!this.#ear.channels.includes(ch)) {
      return this.#complain('rights', `hears ${ch}, which they did not ask for`);
    }
    const [prefix = '', symbol = ''] = ch.split(':');
    const market = this.#hall.truth.markets.get(Number(symbol.slice(1)));
    if (prefix === 'private') return this.#takePrivate(frame);
    if (market === undefined || (prefix !== 'book' && prefix !== 'trades')) return;
    const heard = this.#follow(frame);
    if (heard === undefined) return;
    if (prefix === 'trades') this.#takeTrades(frame, heard, market);
    else {
      heard.book ??= new LocalBook(market);
      const fault = heard.book.take(frame);
      if (fault !== '') this.#complain('book', fault);
    }
    heard.last = frame.last;
  }

  /** @returns undefined when there is nothing new in a frame, or nothing may be in it. */
  #follow(frame: ChannelFrame): Heard | undefined {
    const { ch, type, first, last } = frame;
    const heard = this.#heard.get(ch);
    if (type === 'snapshot') {
      if (heard === undefined || !heard.isBegun) this.#hall.count(`begun: ${ch.split(':')[0]}`);
      else this.#hall.count('snapshot instead of news');
      const begun = heard ?? { last, reported: 0, isBegun: true };
      begun.isBegun = true;
      this.#heard.set(ch, begun);
      return begun;
    }
    if (heard === undefined || !heard.isBegun) {
      this.#complain('begin', `${ch} tells ${first} to ${last} before it has begun`);
      return undefined;
    }
    if (last <= heard.last) {
      // A beginning may be ahead of news on their way; news themselves do not come again, but for
      // what somebody missed, which may be on its way to others at that moment.
      if (last <= heard.reported && !isResumed(ch)) {
        this.#complain('doubled', `${ch} tells ${first} to ${last} behind ${heard.reported}`);
      }
      this.#hall.count('known news told again');
      return undefined;
    }
    if (first > heard.last + 1) {
      this.#complain('gap', `${ch} tells ${first} behind ${heard.last}`);
      return undefined;
    }
    heard.reported = last;
    return heard;
  }

  #takeTrades(frame: ChannelFrame, heard: Heard, market: TrueMarket): void {
    const isNew = frame.type === 'event';
    let before = isNew ? frame.first - 1 : frame.last - (frame.data as PublicTrade[]).length;
    for (const trade of frame.data as PublicTrade[]) {
      const known = market.trades[Number(trade.id) - 1];
      const isNext = Number(trade.id) === before + 1;
      before += 1;
      if (known === undefined || !isNext) {
        return this.#complain(
          'trades',
          `${trade.id} behind ${before - 1}, not committed or not next`,
        );
      }
      const isSame =
        known.atMs === trade.time &&
        known.isBuy === (trade.side === 'buy') &&
        // Written when it is told: by the decimals of now, or of then when it was on its way.
        [market, known].some((decimals) => isReported(trade, known, decimals));
      if (!isSame) return this.#complain('trades', `trade ${trade.id} is told otherwise`);
    }
    if (before !== frame.last)
      this.#complain('trades', `${heard.last} to ${frame.last} lacks some`);
  }

  #takePrivate(frame: ChannelFrame): void {
    const { ownerId } = this.#ear;
    const committed = this.#hall.truth.newsOf(ownerId).length;
    const before = this.lastOf('private');
    if (frame.last > committed) {
      return this.#complain('committed', `is told of ${frame.last}, ${committed} are committed`);
    }
    if (frame.type === 'balances') return this.#takeBalances(frame);
    const heard = this.#follow(frame);
    if (heard === undefined) return;
    if (frame.type === 'snapshot') {
      if (before !== undefined) this.#takeBeginning(frame.last, before);
      heard.last = this.#ear.isUnknown ? frame.last : Math.max(frame.last, before ?? 0);
      this.#news.beginAnew();
      return;
    }
    for (const event of frame.data as PrivateEvent[]) {
      if (event.seq <= heard.last) continue;
      if (event.seq !== heard.last + 1) {
        return this.#complain('gap', `news ${event.seq} come behind ${heard.last}`);
      }
      const fault = this.#news.take(event);
      if (fault !== '') this.#complain('news', fault);
      heard.last = event.seq;
      this.newsCount += 1;
    }
    if (heard.last !== frame.last) {
      this.#complain('gap', `news end at ${heard.last}, the frame says ${frame.last}`);
    }
  }

  /** Balances are as of news that were told before, on this line; nothing newer is told by them. */
  #takeBalances({ ch, last, data }: ChannelFrame): void {
    const heard = this.#heard.get(ch);
    if (heard === undefined || !heard.isBegun || last > heard.last) {
      return this.#complain('begin', `balances of ${last} come behind ${heard?.last ?? 'nothing'}`);
    }
    this.#hall.count('balances told');
    if (last === heard.last) this.#news.balances = data as readonly BalanceData[];
  }

  /**
   * What they have not heard they are told to load anew: after a refusal, or when they read too
   * slowly.
   */
  #takeBeginning(last: number, before: number): void {
    if (last > before) this.#hall.count(this.#isRefused ? 'news loaded anew' : 'news skipped');
    this.#isRefused = false;
  }

  /** What they lack of the journal. */
  listLacks(): string[] {
    const { truth } = this.#hall;
    const lacks: string[] = [];
    for (const channel of this.#ear.channels) {
      const [prefix = '', symbol = ''] = channel.split(':');
      const market = truth.markets.get(Number(symbol.slice(1)));
      let wanted = 0;
      if (prefix === 'private') wanted = truth.newsOf(this.#ear.ownerId).length;
      else if (prefix === 'book') wanted = (market?.book.fingerprints.length ?? 1) - 1;
      else if (prefix === 'trades') wanted = market?.trades.length ?? 0;
      else continue;
      const last = this.lastOf(channel) ?? -1;
      if (last !== wanted) lacks.push(`${channel} at ${last} of ${wanted}`);
      else if (prefix === 'book' && this.#heard.get(channel)?.book?.isWhole() === false) {
        lacks.push(`${channel} is another book`);
      }
    }
    return lacks;
  }

  /** Whether they know all the journal says. */
  isWhole(): boolean {
    return this.listLacks().length === 0;
  }

  /** Balances that came last, unless they have to ask for them. */
  get balances(): PrivateNews['balances'] {
    return this.#news.balances;
  }

  /** Their orders as they were told of them. */
  get orders(): PrivateNews['orders'] {
    return this.#news.orders;
  }
}

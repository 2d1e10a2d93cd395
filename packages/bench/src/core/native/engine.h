// The native twin of the core, without the program around it (twin.cpp): books, ledger and events
// of an order stream in the kind of tables that the core has. Nothing is here that the streams do
// not use: no self-trade prevention, client ids, limits, private numbers, journal.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace twin {

using Wide = __int128;

// Money of the streams, as naive-engine.ts has it.
constexpr uint64_t unitsPerTickLot = 1'000'000'000'001;
constexpr uint64_t unitsPerLot = 100'000'000'000'003;
constexpr uint64_t makerPpm = 200;
constexpr uint64_t takerPpm = 500;
constexpr uint64_t million = 1'000'000;
constexpr Wide startUnits = Wide(1'000'000'000'000'000) * 1'000'000'000'000;

// Prices of the streams lie far inside this ladder; whatever does not ends the program.
constexpr uint32_t ladderBottom = 40'960;
constexpr uint32_t ladderTicks = 16'384;
constexpr uint32_t wordBits = 64;
constexpr uint32_t ladderWords = ladderTicks / wordBits;
constexpr uint32_t ladderGroups = ladderWords / wordBits;
constexpr uint32_t none = UINT32_MAX;
// More events than one command can cause.
constexpr uint32_t ringEvents = 1 << 12;

enum Op : uint8_t { place = 1, cancel = 2, modify = 3 };
enum Side : uint8_t { buy = 0, sell = 1 };
enum EventKind : uint8_t { placed = 1, canceled = 2, modified = 3, traded = 4, refused = 5 };

// A record of the stream file, little endian.
struct Command {
  uint8_t op, side, tif, unused;
  uint32_t symbol, id, user, price, lots;
};
static_assert(sizeof(Command) == 24);

// A resting order. Orders of a level form a queue.
struct alignas(32) Order {
  uint32_t next, previous, id, user, tick, lots;
  uint16_t symbol;
  uint8_t side;
};
static_assert(sizeof(Order) == 32);

struct Level {
  uint32_t first, last;
  uint64_t lots;
};
static_assert(sizeof(Level) == 16);

// What one user has of one asset.
struct alignas(32) Row {
  Wide available, held;
};
static_assert(sizeof(Row) == 32);

// What is told: of an order its state after the command, of a trade both orders.
struct alignas(32) Event {
  uint32_t sequence, id, otherId, user, price, lots, leftLots;
  uint16_t symbol;
  uint8_t kind, side;
};
static_assert(sizeof(Event) == 32);

// Which ticks of one side have orders, as bits in three floors, and the best of them.
struct Ladder {
  uint64_t bits[ladderWords];
  uint64_t words[ladderGroups];
  uint64_t groups;
  uint32_t best;
};

[[noreturn]] inline void fail(const char* what) {
  fprintf(stderr, "twin: %s\n", what);
  exit(1);
}

inline uint32_t lowestBit(uint64_t bits) { return __builtin_ctzll(bits); }
inline uint32_t highestBit(uint64_t bits) { return wordBits - 1 - __builtin_clzll(bits); }

// Fee of so many tick-lots or lots, rounded up: exact, with no division of a wide number.
struct FeeRate {
  Wide whole;
  uint64_t rest;

  constexpr FeeRate(uint64_t units, uint64_t ppm)
      : whole(Wide(units) * ppm / million), rest(uint64_t(Wide(units) * ppm % million)) {}

  Wide operator()(uint64_t count) const {
    return whole * count + (count * rest + million - 1) / million;
  }
};
constexpr FeeRate quoteFees[] = {{unitsPerTickLot, makerPpm}, {unitsPerTickLot, takerPpm}};
constexpr FeeRate baseFees[] = {{unitsPerLot, makerPpm}, {unitsPerLot, takerPpm}};

class Engine {
 public:
  Engine(uint32_t symbols, uint32_t users, uint32_t ordersMax)
      : symbols_(symbols),
        users_(users),
        levels_(size_t(symbols) * ladderTicks),
        ladders_(size_t(symbols) * 2),
        rows_(size_t(users) * (symbols + 1)),
        fees_(symbols + 1),
        slots_(ordersMax + 1),
        orders_(ordersMax + 1),
        events_(ringEvents) {
    clear();
  }

  // Empty books, full accounts.
  void clear() {
    for (Level& level : levels_) level = {none, none, 0};
    for (Ladder& ladder : ladders_) ladder = {{}, {}, 0, none};
    for (Row& row : rows_) row = {startUnits, 0};
    for (Wide& fee : fees_) fee = 0;
    for (uint32_t& slot : slots_) slot = none;
    freeSlot_ = none;
    usedSlots_ = 0;
    sequence_ = trades_ = refusals_ = eventsCount_ = 0;
  }

  void apply(const Command& command) {
    sequence_ += 1;
    switch (command.op) {
      case Op::place:
        return enter(command.user, command, command.lots, EventKind::placed);
      case Op::cancel:
        return withdraw(command);
      case Op::modify:
        return move(command);
      default:
        fail("an unknown command");
    }
  }

  // Ask for the memory of a command to come, as the core does.
  void lookAhead(const Command& command) const {
    const size_t asset = command.side == buy ? 0 : 1 + command.symbol;
    __builtin_prefetch(&rows_[size_t(command.user) * (symbols_ + 1) + asset], 1);
    __builtin_prefetch(&slots_[command.id], 1);
  }

  // And of one that is nearer, for which it is known by now where its order lies.
  void lookCloser(const Command& command) const {
    const uint32_t slot = command.op == Op::place ? none : slots_[command.id];
    if (slot != none) __builtin_prefetch(&orders_[slot], 1);
  }

  uint32_t eventsCount() const { return eventsCount_; }
  const Event& event(uint32_t at) const { return events_[at % ringEvents]; }
  uint32_t trades() const { return trades_; }
  uint32_t refusals() const { return refusals_; }
  Wide quoteFee() const { return fees_[0]; }

  // Nothing was made or lost: what users and the house have is what was there at the start.
  bool isZeroSum() const {
    for (uint32_t asset = 0; asset <= symbols_; asset += 1) {
      Wide sum = fees_[asset];
      for (uint32_t user = 0; user < users_; user += 1) {
        const Row& row = rows_[size_t(user) * (symbols_ + 1) + asset];
        if (row.available < 0 || row.held < 0) return false;
        sum += row.available + row.held;
      }
      if (sum != startUnits * users_) return false;
    }
    return true;
  }

 private:
  // The quote asset is the first, the base of each symbol follows.
  Row& quoteRow(uint32_t user) { return rows_[size_t(user) * (symbols_ + 1)]; }
  Row& baseRow(uint32_t user, uint32_t symbol) {
    return rows_[size_t(user) * (symbols_ + 1) + 1 + symbol];
  }
  Row& heldRow(uint8_t side, uint32_t user, uint32_t symbol) {
    return side == buy ? quoteRow(user) : baseRow(user, symbol);
  }
  static Wide holdUnits(uint8_t side, uint32_t price, uint32_t lots) {
    if (side == sell) return Wide(unitsPerLot) * lots;
    return Wide(unitsPerTickLot) * (uint64_t(price) * lots);
  }
  static void release(Row& row, Wide units) {
    row.held -= units;
    row.available += units;
  }

  void tell(const Event& event) { events_[eventsCount_++ % ringEvents] = event; }

  void refuse(const Command& command) {
    refusals_ += 1;
    tell({sequence_, command.id, 0, command.user, command.price, command.lots, 0,
          uint16_t(command.symbol), EventKind::refused, command.side});
  }

  // A new order, or one that was taken out to have another price.
  void enter(uint32_t user, const Command& command, uint32_t lots, EventKind kind) {
    const uint32_t tick = command.price - ladderBottom;
    if (tick >= ladderTicks) fail("a price off the ladder");
    const Wide hold = holdUnits(command.side, command.price, lots);
    Row& row = heldRow(command.side, user, command.symbol);
    if (row.available < hold) return refuse(command);
    row.available -= hold;
    row.held += hold;
    const uint32_t left = match(user, command, lots);
    tell({sequence_, command.id, 0, user, command.price, lots, left, uint16_t(command.symbol), kind,
          command.side});
    if (left == 0) return;
    if (command.tif == 1) return release(row, holdUnits(command.side, command.price, left));
    rest(user, command, left);
  }

  uint32_t match(uint32_t user, const Command& command, uint32_t lots) {
    const uint8_t side = command.side;
    const uint32_t limit = command.price - ladderBottom;
    Ladder& against = ladders_[command.symbol * 2 + (1 - side)];
    while (lots > 0 && against.best != none &&
           (side == buy ? against.best <= limit : against.best >= limit)) {
      Level& level = levels_[size_t(command.symbol) * ladderTicks + against.best];
      Order& maker = orders_[level.first];
      const uint32_t traded = maker.lots < lots ? maker.lots : lots;
      lots -= traded;
      settle(user, command, maker, traded);
      level.lots -= traded;
      maker.lots -= traded;
      tell({sequence_, command.id, maker.id, user, maker.tick + ladderBottom, traded, maker.lots,
            maker.symbol, EventKind::traded, side});
      trades_ += 1;
      if (maker.lots == 0) strike(maker);
    }
    return lots;
  }

  // Two users, two assets, what the taker's limit left over, and two fees.
  void settle(uint32_t user, const Command& command, const Order& maker, uint32_t lots) {
    const bool isBuy = command.side == buy;
    const uint32_t buyer = isBuy ? user : maker.user;
    const uint32_t seller = isBuy ? maker.user : user;
    const uint64_t tickLots = uint64_t(maker.tick + ladderBottom) * lots;
    const Wide quote = Wide(unitsPerTickLot) * tickLots;
    const Wide base = Wide(unitsPerLot) * lots;
    const Wide held = isBuy ? holdUnits(buy, command.price, lots) : quote;
    const Wide baseFee = baseFees[isBuy](lots);
    const Wide quoteFee = quoteFees[!isBuy](tickLots);
    Row& paid = quoteRow(buyer);
    paid.held -= held;
    paid.available += held - quote;
    quoteRow(seller).available += quote - quoteFee;
    baseRow(seller, command.symbol).held -= base;
    baseRow(buyer, command.symbol).available += base - baseFee;
    fees_[0] += quoteFee;
    fees_[1 + command.symbol] += baseFee;
  }

  void withdraw(const Command& command) {
    const uint32_t slot = slots_[command.id];
    if (slot == none) return refuse(command);
    Order& order = orders_[slot];
    const uint32_t price = order.tick + ladderBottom;
    release(heldRow(order.side, order.user, order.symbol),
            holdUnits(order.side, price, order.lots));
    tell({sequence_, order.id, 0, order.user, price, order.lots, 0, order.symbol,
          EventKind::canceled, order.side});
    levels_[size_t(order.symbol) * ladderTicks + order.tick].lots -= order.lots;
    strike(order);
  }

  // Another price: the hold is given back and taken anew, the order waits behind all others.
  void move(const Command& command) {
    const uint32_t slot = slots_[command.id];
    if (slot == none) return refuse(command);
    Order& order = orders_[slot];
    const uint32_t user = order.user;
    const uint32_t lots = order.lots;
    release(heldRow(order.side, user, order.symbol),
            holdUnits(order.side, order.tick + ladderBottom, lots));
    levels_[size_t(order.symbol) * ladderTicks + order.tick].lots -= lots;
    strike(order);
    enter(user, command, lots, EventKind::modified);
  }

  void rest(uint32_t user, const Command& command, uint32_t lots) {
    uint32_t slot = freeSlot_;
    if (slot == none) slot = usedSlots_++;
    else freeSlot_ = orders_[slot].next;
    const uint32_t tick = command.price - ladderBottom;
    Level& level = levels_[size_t(command.symbol) * ladderTicks + tick];
    orders_[slot] = {none, level.last, command.id,           user,
                     tick, lots,       uint16_t(command.symbol), command.side};
    slots_[command.id] = slot;
    level.lots += lots;
    if (level.last == none) {
      level.first = slot;
      addTick(command.symbol, command.side, tick);
    } else {
      orders_[level.last].next = slot;
    }
    level.last = slot;
  }

  // Take an order out of its queue and give its place back.
  void strike(Order& order) {
    Level& level = levels_[size_t(order.symbol) * ladderTicks + order.tick];
    if (order.previous == none) level.first = order.next;
    else orders_[order.previous].next = order.next;
    if (order.next == none) level.last = order.previous;
    else orders_[order.next].previous = order.previous;
    if (level.first == none) removeTick(order.symbol, order.side, order.tick);
    const uint32_t slot = uint32_t(&order - orders_.data());
    slots_[order.id] = none;
    order.next = freeSlot_;
    freeSlot_ = slot;
  }

  void addTick(uint32_t symbol, uint8_t side, uint32_t tick) {
    Ladder& ladder = ladders_[symbol * 2 + side];
    const uint32_t word = tick / wordBits;
    ladder.bits[word] |= 1ull << tick % wordBits;
    ladder.words[word / wordBits] |= 1ull << word % wordBits;
    ladder.groups |= 1ull << word / wordBits;
    const bool isBetter = side == buy ? tick > ladder.best : tick < ladder.best;
    if (ladder.best == none || isBetter) ladder.best = tick;
  }

  void removeTick(uint32_t symbol, uint8_t side, uint32_t tick) {
    Ladder& ladder = ladders_[symbol * 2 + side];
    const uint32_t word = tick / wordBits;
    ladder.bits[word] &= ~(1ull << tick % wordBits);
    if (ladder.bits[word] == 0) {
      ladder.words[word / wordBits] &= ~(1ull << word % wordBits);
      if (ladder.words[word / wordBits] == 0) ladder.groups &= ~(1ull << word / wordBits);
    }
    if (ladder.best == tick) ladder.best = findBest(ladder, side);
  }

  static uint32_t findBest(const Ladder& ladder, uint8_t side) {
    if (ladder.groups == 0) return none;
    const auto pick = side == buy ? highestBit : lowestBit;
    const uint32_t group = pick(ladder.groups);
    const uint32_t word = group * wordBits + pick(ladder.words[group]);
    return word * wordBits + pick(ladder.bits[word]);
  }

  const uint32_t symbols_, users_;
  std::vector<Level> levels_;
  std::vector<Ladder> ladders_;
  std::vector<Row> rows_;
  std::vector<Wide> fees_;
  std::vector<uint32_t> slots_;
  std::vector<Order> orders_;
  std::vector<Event> events_;
  uint32_t freeSlot_ = none, usedSlots_ = 0;
  uint32_t sequence_ = 0, trades_ = 0, refusals_ = 0, eventsCount_ = 0;
};

}  // namespace twin

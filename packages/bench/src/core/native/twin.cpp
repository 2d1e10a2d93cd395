// The native twin of the core: what C++ does with the same work and the same kind of tables. It
// matches an order stream (stream.ts) by price and time, keeps a ledger of __int128 amounts with
// holds, fees and settlement, and writes an output event for each command and each trade. It is
// the ceiling that G6 compares the core with; it is no part of the product.
//
// usage: twin FILE SYMBOLS USERS PASSES
//
// Compiled and started by twin.ts. One pass is told apart: it reads every event for the trade hash.
// The passes after it are timed, each from empty books and full accounts, by the processor time of
// the thread; they must leave the same fees and no unit more or less. Prints one line of JSON.
#include <time.h>

#include <string>

#include "engine.h"

namespace {

using namespace twin;

constexpr size_t farAhead = 16;
constexpr size_t nearAhead = 8;

std::vector<Command> readStream(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == nullptr) fail("the stream cannot be read");
  fseek(file, 0, SEEK_END);
  const size_t bytes = ftell(file);
  rewind(file);
  std::vector<Command> commands(bytes / sizeof(Command));
  if (fread(commands.data(), sizeof(Command), commands.size(), file) != commands.size()) {
    fail("the stream cannot be read");
  }
  fclose(file);
  return commands;
}

double readSeconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

std::string showWide(Wide value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), char('0' + int(value % 10)));
    value /= 10;
  } while (value > 0);
  return digits;
}

// The trade hash of one pass, read from the events.
uint32_t readHash(Engine& engine, const std::vector<Command>& commands) {
  uint32_t hash = 0;
  for (const Command& command : commands) {
    const uint32_t from = engine.eventsCount();
    engine.apply(command);
    for (uint32_t at = from; at != engine.eventsCount(); at += 1) {
      const Event& event = engine.event(at);
      if (event.kind != EventKind::traded) continue;
      for (uint32_t word : {event.otherId, event.id, event.price, event.lots}) {
        hash = (hash ^ word) * 0x01000193u;
      }
    }
  }
  return hash;
}

// With few rows all of them are near the processor, and looking ahead costs more than it brings.
void runPass(Engine& engine, const std::vector<Command>& commands, bool isLookingAhead) {
  if (!isLookingAhead) {
    for (const Command& command : commands) engine.apply(command);
    return;
  }
  const size_t count = commands.size();
  for (size_t at = 0; at < count; at += 1) {
    if (at + farAhead < count) engine.lookAhead(commands[at + farAhead]);
    if (at + nearAhead < count) engine.lookCloser(commands[at + nearAhead]);
    engine.apply(commands[at]);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) fail("FILE SYMBOLS USERS PASSES");
  const std::vector<Command> commands = readStream(words[1]);
  const uint32_t symbols = atoi(words[2]);
  const uint32_t users = atoi(words[3]);
  uint32_t ordersMax = 0;
  for (const Command& command : commands) {
    if (command.symbol >= symbols || command.user >= users) fail("a symbol or user too many");
    if (command.side > sell) fail("an unknown side");
    if (command.id > ordersMax) ordersMax = command.id;
  }
  Engine engine(symbols, users, ordersMax);
  const uint32_t hash = readHash(engine, commands);
  const uint32_t trades = engine.trades();
  const Wide fee = engine.quoteFee();
  bool isZeroSum = engine.isZeroSum();
  std::string rates;
  for (int pass = 0; pass < atoi(words[4]); pass += 1) {
    engine.clear();
    const double wallFrom = readSeconds(CLOCK_MONOTONIC);
    const double from = readSeconds(CLOCK_THREAD_CPUTIME_ID);
    runPass(engine, commands, symbols > 1);
    const double seconds = readSeconds(CLOCK_THREAD_CPUTIME_ID) - from;
    const double wallSeconds = readSeconds(CLOCK_MONOTONIC) - wallFrom;
    if (engine.trades() != trades || engine.quoteFee() != fee) fail("a pass came to something else");
    isZeroSum = isZeroSum && engine.isZeroSum();
    char rate[128];
    snprintf(rate, sizeof rate, "%s{\"wall\":%.0f,\"processor\":%.0f}", pass == 0 ? "" : ",",
             double(commands.size()) / wallSeconds, double(commands.size()) / seconds);
    rates += rate;
  }
  printf("{\"rates\":[%s],\"tradeHash\":%u,\"tradesCount\":%u,\"feeQuoteUnits\":\"%s\","
         "\"rejectsCount\":%u,\"isZeroSum\":%s}\n",
         rates.c_str(), hash, trades, showWide(fee).c_str(), engine.refusals(),
         isZeroSum ? "true" : "false");
  return 0;
}

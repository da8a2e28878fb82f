// Check a certificate of a lower bound. Written from docs/certificates.md, without the checker in Python.
//
//     g++ -std=c++20 -O3 -march=native -pthread -o check_bound records/check_bound.cpp
//     xz -dc records/bounds/4x6.json.xz | ./check_bound -
//
// It prints what the certificate shows, or why it shows nothing, with exit status 1. Parts of the first two
// guesses are checked at the same time, on all cores.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

using std::array, std::popcount, std::string, std::vector;
using Number = std::int64_t;
using Index = std::uint16_t;            // of a code: a board has 32,768 of them at most
using Rows = vector<const uint8_t*>;    // for each code of a set, its answer to every guess

constexpr Number NEVER = 1'000'000'000;
constexpr size_t LARGEST_FILE = 1 << 28, LARGEST_BOARD = 32'768, LARGEST_MEMO = 1 << 27;
constexpr size_t BLOCK = 256, BATCH = 16;  // rows of answers have whole blocks
constexpr int DEEPEST = 64, ANSWERS = 45;  // eight pegs have 45 answers
constexpr int DEPTH = 2;  // the parts after so many guesses are checked at the same time
const string SYMBOLS = "123456789ABC";

struct Refused : std::runtime_error { using runtime_error::runtime_error; };

void require(bool holds, const string& otherwise) { if (!holds) throw Refused(otherwise); }

string sha256(string text) {
    const auto fraction = [](double root) { return uint32_t(std::ldexp(root - std::floor(root), 32)); };
    vector<uint32_t> state, constants;
    for (uint64_t n = 2; constants.size() < 64; ++n) {
        bool prime = true;
        for (uint64_t divisor = 2; divisor * divisor <= n; ++divisor) prime &= n % divisor != 0;
        if (!prime) continue;
        if (state.size() < 8) state.push_back(fraction(std::sqrt(double(n))));
        constants.push_back(fraction(std::cbrt(double(n))));
    }
    const uint64_t bits = text.size() * 8;
    text += '\x80';
    while (text.size() % 64 != 56) text += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) text += char(bits >> shift);
    for (size_t start = 0; start < text.size(); start += 64) {
        array<uint32_t, 64> w{};
        for (size_t i = 0; i < 64; ++i) w[i / 4] = w[i / 4] << 8 | uint8_t(text[start + i]);
        for (int i = 16; i < 64; ++i) {
            const uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3)
                 + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
        }
        auto v = state;
        for (int i = 0; i < 64; ++i) {
            const uint32_t a = v[0], e = v[4];
            const uint32_t one = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25))
                               + ((e & v[5]) ^ (~e & v[6])) + constants[i] + w[i];
            const uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22))
                               + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            v = {one + two, a, v[1], v[2], v[3] + one, e, v[5], v[6]};
        }
        for (int i = 0; i < 8; ++i) state[i] += v[i];
    }
    string digest;
    for (const uint32_t word : state)
        for (int shift = 28; shift >= 0; shift -= 4) digest += "0123456789abcdef"[word >> shift & 15];
    return digest;
}

struct Head { Number pegs = 0, colors = 0; bool repeats = false; std::optional<Number> guesses; string sha256; };

struct State {
    Number bound = 0;
    std::map<string, std::map<string, State>> listed;
    vector<string> symmetries;
};

// Reads the JSON of a certificate, and only what its grammar allows.
class Reader {
    const string& text;
    size_t at = 0;

    bool take(char sign) {
        at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
        if (at == text.size() || text[at] != sign) return false;
        return ++at;
    }
    void expect(char sign) {
        if (!take(sign)) throw Refused(string("a ") + sign + " is missing at byte " + std::to_string(at));
    }
    string word() {
        expect('"');
        const size_t start = at;
        while (at < text.size() && (isalnum(uint8_t(text[at])) || text[at] == '/')) ++at;
        require(at < text.size() && text[at] == '"', "a text has letters, digits and slashes alone");
        return text.substr(start, at++ - start);
    }
    Number integer() {
        take(' ');
        require(at < text.size() && isdigit(uint8_t(text[at])), "a number is missing at byte " + std::to_string(at));
        Number value = 0;
        const size_t start = at;
        for (; at < text.size() && isdigit(uint8_t(text[at])); ++at)
            require(!__builtin_mul_overflow(value, Number(10), &value)
                    && !__builtin_add_overflow(value, Number(text[at] - '0'), &value), "a number has over 64 bits");
        require(at == start + 1 || text[start] != '0', "a number begins with 0");
        return value;
    }
    bool truth() {
        const bool yes = take('t');
        const string rest = yes ? "rue" : "alse";
        require((yes || take('f')) && text.compare(at, rest.size(), rest) == 0, "repeats is true or false");
        at += rest.size();
        return yes;
    }
    template <class Read> void members(Read read) {
        std::set<string> seen;
        expect('{');
        if (take('}')) return;
        do {
            const string key = word();
            require(seen.insert(key).second, key + " is there twice");
            expect(':');
            read(key);
        } while (take(','));
        expect('}');
    }

public:
    explicit Reader(const string& json) : text(json) {}
    void end() { take(' '); require(at == text.size(), "there is more after the end"); }

    Head head() {
        Head head;
        std::set<string> seen;
        members([&](const string& key) {
            seen.insert(key);
            if (key == "pegs") head.pegs = integer();
            else if (key == "colors") head.colors = integer();
            else if (key == "repeats") head.repeats = truth();
            else if (key == "guesses") head.guesses = integer();
            else if (key == "sha256") head.sha256 = word();
            else throw Refused("the head has an unknown part: " + key);
        });
        require(seen.size() - seen.count("guesses") == 4, "the head lacks a part");
        return head;
    }
    State state(int depth = 0) {
        require(depth < DEEPEST, "states are nested too deep");
        State state;
        const bool only = !take('[');
        state.bound = integer();
        require(state.bound <= NEVER, "a bound is 0 to 1000000000");
        if (only) return state;
        if (take(',')) {
            members([&](const string& guess) {
                auto& parts = state.listed[guess];
                members([&](const string& answer) { parts[answer] = this->state(depth + 1); });
            });
            if (take(',')) {
                expect('[');
                if (!take(']')) {
                    do state.symmetries.push_back(word()); while (take(','));
                    expect(']');
                }
            }
        }
        expect(']');
        return state;
    }
};

// Returns the places of the symbols, which have to be a permutation of the first ones.
vector<int> permutation(const string& symbols, int size) {
    vector<int> places;
    for (const char symbol : symbols) places.push_back(int(SYMBOLS.find(symbol)));
    auto sorted = places;
    std::ranges::sort(sorted);
    bool all = int(sorted.size()) == size;
    for (int i = 0; all && i < size; ++i) all = sorted[i] == i;
    require(all, symbols + " is not a permutation");
    return places;
}

struct Symmetry { vector<int> pegs, colors; };

// Returns the length of a row in whole blocks. An odd number of them spreads the rows over the cache.
constexpr size_t blocks(size_t guesses) { return ((guesses + BLOCK - 1) / BLOCK | 1) * BLOCK; }

struct Board {
    const int pegs, colors;
    const bool repeats;
    vector<vector<int>> codes;    // in their order: the color of each peg, from 0
    vector<Index> places;         // of the codes, by their digits read as a number
    array<string, ANSWERS> answers;
    int win = 0;
    vector<uint8_t> table;        // the answer of code c to guess g, at c * codes + g

    explicit Board(const Head& head) : pegs(int(head.pegs)), colors(int(head.colors)), repeats(head.repeats) {
        require(1 <= head.pegs && head.pegs <= 8 && 1 <= head.colors && head.colors <= 12,
                "a board has 1 to 8 pegs and 1 to 12 colors");
        require(repeats || colors >= pegs, "the board has no codes");
        extend({}, 0);
        for (int common = 0; common <= pegs; ++common)
            for (int black = 0; black <= common; ++black)
                answers[win = answer(common, black)] = std::to_string(black) + std::to_string(common - black);
        vector<uint64_t> colored, counted;  // a bit for the color of each peg; for each color, as many as its pegs
        for (const auto& code : codes) {
            uint64_t color = 0, count = 0;
            for (int peg = 0; peg < pegs; ++peg) {
                color |= uint64_t(1) << (peg * colors + code[peg]);
                count |= uint64_t(1) << (code[peg] * pegs + std::count(code.begin(), code.begin() + peg, code[peg]));
            }
            colored.push_back(color);
            counted.push_back(count);
        }
        table.resize(codes.size() * blocks(codes.size()));
        for (size_t c = 0; c < codes.size(); ++c)
            for (size_t g = 0; g < codes.size(); ++g)
                table[c * blocks(codes.size()) + g] =
                    uint8_t(answer(popcount(counted[c] & counted[g]), popcount(colored[c] & colored[g])));
    }
    static int answer(int common, int black) { return common * (common + 1) / 2 + black; }
    void extend(vector<int> code, size_t number) {
        if (int(code.size()) == pegs) {
            require(codes.size() < LARGEST_BOARD, "the board has too many codes");
            places.resize(number + 1);
            places[number] = Index(codes.size());
            codes.push_back(code);
            return;
        }
        code.push_back(0);
        for (int& color = code.back(); color < colors; ++color)
            if (repeats || std::count(code.begin(), code.end(), color) == 1) extend(code, number * colors + color);
    }
    string name(Index code) const {
        string name;
        for (const int color : codes[code]) name += SYMBOLS[color];
        return name;
    }
    Symmetry symmetry(const string& text) const {
        const size_t slash = std::min(text.find('/'), text.size());
        return {permutation(text.substr(0, slash), pegs), permutation(text.substr(slash).erase(0, 1), colors)};
    }
    Index image(Index code, const Symmetry& by) const {
        size_t number = 0;
        for (const int peg : by.pegs) number = number * colors + by.colors[codes[code][peg]];
        return places[number];
    }
};

// Returns least(w, left, n) for each n up to the size.
vector<Number> least(Number w, Number left, size_t size) {
    vector<Number> sums{0};
    Number level = 1, room = 1;
    while (sums.size() <= size) {
        if (level > left) { sums.push_back(NEVER); continue; }
        sums.push_back(sums.back() + level);
        if (--room == 0) { room = 1; for (Number i = 0; i < level && room < Number(size); ++i) room *= w; ++level; }
    }
    return sums;
}

vector<std::span<const Index>> batches(const vector<Index>& guesses) {
    vector<std::span<const Index>> batches;
    for (size_t from = 0; from < guesses.size(); from += BATCH)
        batches.push_back(std::span(guesses).subspan(from, std::min(BATCH, guesses.size() - from)));
    return batches;
}

// Weighs guesses by the parts that they split some codes into.
class Scales {
    const Rows codes;             // for each code, its answers to all guesses
    const vector<uint8_t>& most;  // how many answers a guess has at most, the win twice, in falling order
    const Number left;
    const int win;
    size_t counted = 0;           // so many guesses have a count, from the first one
    int width = 1;                // the most answers of a counted guess, without the win

    template <class Bits> void count() {
        array<Bits, BLOCK> seen{};
        for (const uint8_t* row : codes) add(seen.data(), row + counted);
        width = std::max(width, total(seen.data(), &counts[counted], win));
    }
    // The next two loops are functions of their own, because g++ then uses wide instructions for them.
    template <class Bits> [[gnu::noinline]] static void add(Bits* __restrict seen, const uint8_t* __restrict row) {
        for (size_t g = 0; g < BLOCK; ++g) seen[g] |= Bits(1) << row[g];
    }
    template <class Bits>
    [[gnu::noinline]] static int total(const Bits* __restrict seen, uint8_t* __restrict counts, int win) {
        Bits most = 1;
        for (size_t g = 0; g < BLOCK; ++g) {
            Bits bits = seen[g];  // which are added in pairs, then in groups of 4, 8, 16 …
            bits -= bits >> 1 & Bits(0x5555555555555555);
            bits = (bits & Bits(0x3333333333333333)) + (bits >> 2 & Bits(0x3333333333333333));
            bits = (bits + (bits >> 4)) & Bits(0x0F0F0F0F0F0F0F0F);
            for (size_t shift = 8; shift < 8 * sizeof(Bits); shift *= 2) bits += bits >> shift;
            const Bits all = bits & 63, wins = seen[g] >> win & 1;
            counts[g] = uint8_t(all + wins);
            most = std::max(most, all - wins);
        }
        return int(most);
    }
    // Returns what a guess with so many answers weighs at least: s codes need 2s - 1 guesses, and if there are more
    // codes than answers times the largest part that can have a tree, one part has none.
    Number floor(int count, const vector<Number>& costs) const {
        const Number largest = std::ranges::lower_bound(costs, NEVER) - costs.begin() - 1, size = Number(codes.size());
        return count * largest < size ? NEVER : 3 * size - count;
    }
    // Returns the guesses with so many answers. Most blocks have none, and the first loop is fast.
    vector<Index> with(int count) const {
        vector<Index> guesses;
        for (size_t from = 0; from < counted; from += BLOCK) {
            uint8_t any = 0;
            for (size_t g = 0; g < BLOCK; ++g) any |= counts[from + g] == uint8_t(count);
            for (size_t g = from; any && g < from + BLOCK; ++g)
                if (counts[g] == count && most[g] > 0) guesses.push_back(Index(g));
        }
        return guesses;
    }

public:
    vector<uint8_t> counts;       // how many answers a guess has, the win twice

    Scales(const Rows& rows, const vector<uint8_t>& at_most, Number games_left, int black)
        : codes(rows), most(at_most), left(games_left), win(black), counts(at_most.size()) {}

    // Counts the answers of all guesses that can have more than a number.
    void count_above(int number) {
        for (; counted < most.size() && most[counted] > number; counted += BLOCK)
            win < 32 ? count<uint32_t>() : count<uint64_t>();
    }
    // Returns the cost of a part of each size, once the widest guess is counted.
    vector<Number> costs() { count_above(width); return least(width, left - 1, codes.size()); }
    // Returns what each of some guesses weighs.
    vector<Number> weigh(std::span<const Index> guesses, const vector<Number>& costs) const {
        array<array<Index, ANSWERS>, BATCH> sizes{};
        for (const uint8_t* row : codes)
            for (size_t i = 0; i < guesses.size(); ++i) ++sizes[i][row[guesses[i]]];
        vector<Number> weights(guesses.size(), Number(codes.size()));
        for (size_t i = 0; i < guesses.size(); ++i)
            for (int answer = 0; answer < win; ++answer) weights[i] += costs[sizes[i][answer]];
        return weights;
    }
    // Returns the guesses that weigh less than a bound.
    vector<Index> below(Number bound) {
        vector<Index> lighter, light;
        const auto prices = costs();
        for (size_t g = 0; g < counts.size(); ++g)
            if (most[g] > 0 && floor(counts[g], prices) < bound) lighter.push_back(Index(g));
        for (const auto batch : batches(lighter)) {
            const auto weights = weigh(batch, prices);
            for (size_t i = 0; i < batch.size(); ++i)
                if (weights[i] < bound) light.push_back(batch[i]);
        }
        return light;
    }
    // Returns the least that any guess weighs, or ``enough`` if all weigh as much. Guesses with more answers
    // come first, as they can weigh less.
    Number lightest(Number enough) {
        Number best = enough;
        vector<Number> prices = least(ANSWERS, left - 1, codes.size());  // of any guess, until some are counted
        for (int count = std::min<int>(most[0], int(codes.size()) + 1); count > 0; --count) {
            if (floor(count, prices) >= best) break;
            count_above(count - 1);
            const auto guesses = with(count);
            if (guesses.empty()) continue;
            prices = costs();
            for (const auto batch : batches(guesses))
                if (floor(count, prices) < best) best = std::min(best, std::ranges::min(weigh(batch, prices)));
        }
        return best;
    }
};

// A set of codes and the guesses that differ for it: each is the least of those that all codes answer alike.
struct Position {
    vector<Index> codes, guesses;
    vector<Index> likeness;       // of each guess of the board: its place among these guesses
    vector<uint8_t> answers;      // a row of answers for each code, unless they are the board's table
    Rows rows;
};

// The answers of a position again, with the guesses in another order.
struct Ranking {
    vector<uint8_t> answers, most;  // how many answers each guess has at most, as Scales need it
    Rows rows;
};

struct Known { Number bound; bool exact; };
struct Part { const State* state; vector<Index> codes; };

class Checker {
    const Board& board;
    const size_t largest_memo;
    vector<Part>* const later;    // the listed parts that others check, or null
    std::unordered_map<std::u16string, Known> memo;
    size_t remembered = 0;

    Position all() const {
        Position position;
        position.codes.resize(board.codes.size());
        std::iota(position.codes.begin(), position.codes.end(), Index(0));
        position.guesses = position.likeness = position.codes;
        const size_t stride = blocks(board.codes.size());
        for (const Index code : position.codes) position.rows.push_back(&board.table[code * stride]);
        return position;
    }
    // Returns the position of some codes, given by their places.
    static Position narrow(const Position& from, const vector<Index>& part) {
        const size_t count = from.guesses.size(), slots = std::bit_ceil(2 * count);
        vector<uint64_t> hash(count);
        for (const Index place : part) {
            const uint8_t* row = from.rows[place];
            for (size_t g = 0; g < count; ++g) hash[g] = (hash[g] + row[g] + 1) * 0x9E3779B97F4A7C15;
        }
        Position position;
        vector<Index> first, kind(count), numbers(slots), alike(count);  // a hash table of kinds, from 1
        for (size_t g = 0; g < count; ++g) {
            size_t slot = hash[g] >> 32 & (slots - 1);
            while (numbers[slot] != 0 && hash[first[numbers[slot] - 1]] != hash[g]) slot = (slot + 1) & (slots - 1);
            if (numbers[slot] == 0) {
                first.push_back(Index(g));
                position.guesses.push_back(from.guesses[g]);
                numbers[slot] = Index(first.size());
            }
            kind[g] = numbers[slot] - 1;
            alike[g] = first[kind[g]];
        }
        for (const Index place : part) {
            const uint8_t* row = from.rows[place];
            bool differs = false;
            for (size_t g = 0; g < count; ++g) differs |= row[g] != row[alike[g]];
            require(!differs, "two guesses have the same hash by chance");
        }
        const size_t kinds = first.size();
        for (const Index place : from.likeness) position.likeness.push_back(kind[place]);
        const size_t stride = blocks(kinds);
        position.answers.resize(part.size() * stride);
        uint8_t* row = position.answers.data();
        for (const Index place : part) {
            position.codes.push_back(from.codes[place]);
            position.rows.push_back(row);
            for (size_t i = 0; i < kinds; ++i) row[i] = from.rows[place][first[i]];
            row += stride;
        }
        return position;
    }
    // Returns the codes in a form that parts often share if symmetries map one to the other.
    std::u16string key(const Position& position, const vector<Index>& part, Number left) const {
        array<array<int, 12>, 8> counts{};
        for (const Index place : part)
            for (int peg = 0; peg < board.pegs; ++peg) ++counts[peg][board.codes[position.codes[place]][peg]];
        auto sorted = counts;
        for (auto& numbers : sorted) std::ranges::sort(numbers);
        Symmetry form{vector<int>(board.pegs), vector<int>(board.colors)};
        vector<int> order(board.colors);
        std::iota(form.pegs.begin(), form.pegs.end(), 0);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(form.pegs, {}, [&](int peg) { return sorted[peg]; });
        array<array<int, 8>, 12> columns{};
        for (int color = 0; color < board.colors; ++color)
            for (int i = 0; i < board.pegs; ++i) columns[color][i] = -counts[form.pegs[i]][color];
        std::ranges::stable_sort(order, {}, [&](int color) { return columns[color]; });
        for (int i = 0; i < board.colors; ++i) form.colors[order[i]] = i;
        std::u16string key;
        for (const Index place : part) key += char16_t(board.image(position.codes[place], form));
        std::ranges::sort(key);
        return key += char16_t(std::clamp<Number>(left, 0, Number(part.size())));  // a longer game is no better
    }
    // Returns the bound of a part, or a lower one that is enough.
    Number bound(const Position& position, const Ranking& ranking, const vector<Index>& part, Number left,
                 Number enough) {
        const size_t n = part.size();
        if (n <= 2) return least(1, left, n)[n];
        const auto form = key(position, part, left);
        const auto [known, is_new] = memo.insert({form, {0, false}});
        if (known->second.exact || known->second.bound >= enough) return known->second.bound;
        Rows rows;
        for (const Index place : part) rows.push_back(ranking.rows[place]);
        const Number best = Scales(rows, ranking.most, left, board.win).lightest(enough);
        known->second = {best, best < enough};
        if (is_new && (remembered += n) > largest_memo) { memo.clear(); remembered = 0; }
        return best;
    }
    // Returns the least guess of the kind of each guess, by their places.
    vector<Index> kinds(const State& state, const Position& position) const {
        vector<Index> least(position.guesses.size());
        std::iota(least.begin(), least.end(), Index(0));
        const auto find = [&](Index g) { while (least[g] != g) g = least[g] = least[least[g]]; return g; };
        for (const string& text : state.symmetries) {
            const Symmetry symmetry = board.symmetry(text);
            for (const Index code : position.codes)
                if (!std::ranges::binary_search(position.codes, board.image(code, symmetry)))
                    throw Refused(text + " does not keep the codes of its state");
            for (size_t g = 0; g < least.size(); ++g) {
                const Index one = find(Index(g));
                const Index other = find(position.likeness[board.image(position.guesses[g], symmetry)]);
                least[std::max(one, other)] = std::min(one, other);
            }
        }
        for (size_t g = 0; g < least.size(); ++g) least[g] = find(Index(g));
        return least;
    }
    // Returns the guesses of a position, those with the most answers first, or unordered for few tests.
    static Ranking rank(const Position& position, const vector<uint8_t>& counts, bool ordered) {
        const size_t size = position.guesses.size(), stride = blocks(size);
        Ranking ranking{{}, vector<uint8_t>(stride), position.rows};
        std::fill_n(ranking.most.begin(), size, UINT8_MAX);
        if (!ordered) return ranking;
        vector<Index> order(size);
        std::iota(order.begin(), order.end(), Index(0));
        std::ranges::stable_sort(order, {}, [&](Index g) { return -counts[g]; });
        for (size_t g = 0; g < size; ++g) ranking.most[g] = counts[order[g]];
        ranking.answers.resize(position.rows.size() * stride);
        uint8_t* to = ranking.answers.data();
        for (const uint8_t*& row : ranking.rows) {
            for (size_t g = 0; g < size; ++g) to[g] = row[order[g]];
            row = to;
            to += stride;
        }
        return ranking;
    }
    void show(const State& state, const Position& position, Number left) {
        const auto least = kinds(state, position);
        const Ranking all = rank(position, {}, false);
        Scales scales(position.rows, all.most, left, board.win);
        scales.count_above(0);
        auto guesses = scales.below(state.bound);
        std::erase_if(guesses, [&](Index g) { return least[g] != g; });
        const Ranking ranking = guesses.size() < 8 ? all : rank(position, scales.counts, true);
        const auto costs = scales.costs();
        for (const Index g : guesses) test(state, position, ranking, left, g, costs);
    }
    void test(const State& state, const Position& position, const Ranking& ranking, Number left, Index g,
              const vector<Number>& costs) {
        const string guess = board.name(position.guesses[g]);
        const auto found = state.listed.find(guess);
        vector<vector<Index>> parts(ANSWERS);
        for (size_t i = 0; i < position.rows.size(); ++i) parts[position.rows[i][g]].push_back(Index(i));
        parts[board.win].clear();
        Number total = Number(position.codes.size());
        for (int answer = 0; answer < ANSWERS; ++answer) {
            auto& part = parts[answer];
            if (found != state.listed.end() && !part.empty())
                if (const auto listed = found->second.find(board.answers[answer]); listed != found->second.end()) {
                    if (later) {
                        Part listed_part{&listed->second, {}};
                        for (const Index place : part) listed_part.codes.push_back(position.codes[place]);
                        later->push_back(listed_part);
                    }
                    else show(listed->second, narrow(position, part), left - 1);
                    total += listed->second.bound;
                    part.clear();
                }
            total += costs[part.size()];
        }
        // The cost of a size is never above the bound of the part, which takes longer to find.
        std::ranges::sort(parts, {}, [](const auto& part) { return -Number(part.size()); });
        for (const auto& part : parts)
            if (total < state.bound && !part.empty()) {
                total -= costs[part.size()];
                total += bound(position, ranking, part, left - 1, state.bound - total);
            }
        if (total < state.bound)
            throw Refused(guess + " may need " + std::to_string(total) + " guesses for "
                          + std::to_string(position.codes.size()) + " codes, not " + std::to_string(state.bound));
    }

public:
    Checker(const Board& all, size_t most, vector<Part>* others) : board(all), largest_memo(most), later(others) {}

    // Checks the state of the whole board, then the listed parts of its guesses, then the parts of these and all
    // that is below. The parts of one depth are checked at the same time, the largest first.
    static void check(const Board& board, const State& state, Number left) {
        const size_t cores = std::max(1u, std::thread::hardware_concurrency());
        const Position all = Checker(board, 0, nullptr).all();
        vector<Part> parts{{&state, all.codes}};
        for (int depth = 0; depth <= DEPTH; ++depth) {
            vector<vector<Part>> found(cores);
            std::atomic<size_t> next = 0;
            const auto work = [&](vector<Part>* later) {
                Checker checker(board, LARGEST_MEMO / cores, depth < DEPTH ? later : nullptr);
                try {
                    for (size_t i; (i = next++) < parts.size();)
                        checker.show(*parts[i].state, narrow(all, parts[i].codes), left - depth);
                } catch (...) {
                    next = parts.size();
                    throw;
                }
            };
            vector<std::future<void>> workers;
            for (auto& later : found) workers.push_back(std::async(std::launch::async, work, &later));
            for (auto& worker : workers) worker.get();
            parts.clear();
            for (const auto& some : found) parts.insert(parts.end(), some.begin(), some.end());
            std::ranges::stable_sort(parts, {}, [](const Part& part) { return -Number(part.codes.size()); });
        }
    }
};

string with_commas(Number value) {
    const string last = std::to_string(value % 1000);
    return value < 1000 ? last : with_commas(value / 1000) + "," + string(3 - last.size(), '0') + last;
}

string verify(const string& text) {
    const size_t line = text.find('\n');
    require(text.size() <= LARGEST_FILE && line != string::npos, "the file is too large or has one line alone");
    const string first = text.substr(0, line), rest = text.substr(line + 1);
    Reader top(first), below(rest);
    const Head head = top.head();
    top.end();
    require(head.sha256 == sha256(rest), "the checksum differs");
    require(head.guesses.value_or(1) >= 1, "a game has at least one guess");
    const State state = below.state();
    below.end();
    const Board board(head);
    Checker::check(board, state, head.guesses.value_or(Number(board.codes.size())));
    string said = std::to_string(head.pegs) + "x" + std::to_string(head.colors);
    if (!head.repeats) said += " without repeats";
    if (head.guesses) said += " within " + std::to_string(*head.guesses);
    if (state.bound == NEVER) return said + ": no tree finds every code";
    return said + ": every tree needs " + with_commas(state.bound) + " guesses at least";
}

int main(int count, char** arguments) try {
    require(count == 2, "give the name of one uncompressed certificate, or -");
    std::ifstream file;
    const bool standard = arguments[1] == string("-");
    if (!standard) file.open(arguments[1], std::ios::binary);
    std::istream& input = standard ? std::cin : file;
    require(bool(input), "the file cannot be opened");
    string text;
    for (char c; text.size() <= LARGEST_FILE && input.get(c);) text += c;
    std::cout << verify(text) << "\n";
} catch (const std::exception& error) {
    std::cout << "refused: " << error.what() << "\n";
    return 1;
}

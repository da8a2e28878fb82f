// Check a certificate of a lower bound. Written from docs/certificates.md, without the checker in Python.
//
//     g++ -std=c++20 -O3 -march=native -o check_bound records/check_bound.cpp
//     xz -dc records/bounds/4x6.json.xz | ./check_bound -
//
// It prints what the certificate shows, or why it shows nothing, with exit status 1.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using std::array, std::popcount, std::string, std::vector;
using Number = std::int64_t;
using Index = std::uint16_t;            // of a code: a board has 32,768 of them at most
using Rows = vector<const uint8_t*>;    // for each code of a set, its answer to every guess

constexpr Number NEVER = 1'000'000'000;
constexpr size_t LARGEST_FILE = 1 << 28, LARGEST_BOARD = 32'768, LARGEST_MEMO = 1 << 27;
constexpr int DEEPEST = 64, ANSWERS = 45;  // eight pegs have 45 answers
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
        table.reserve(codes.size() * codes.size());
        for (size_t c = 0; c < codes.size(); ++c)
            for (size_t g = 0; g < codes.size(); ++g)
                table.push_back(uint8_t(answer(popcount(counted[c] & counted[g]), popcount(colored[c] & colored[g]))));
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

// Weighs the guesses by the parts that they split a set into.
struct Scales {
    const Rows& set;
    const int win;
    int width = 1;
    vector<uint8_t> counts;       // how many answers each guess has, the win twice
    vector<Number> costs;         // of a part of each size

    Scales(const Rows& codes, size_t guesses, Number left, int black) : set(codes), win(black), counts(guesses) {
        win < 32 ? count<uint32_t>() : count<uint64_t>();
        costs = least(width, left - 1, set.size());
    }
    template <class Bits> void count() {
        vector<Bits> seen(counts.size());
        for (const uint8_t* row : set)
            for (size_t g = 0; g < seen.size(); ++g) seen[g] |= Bits(1) << row[g];
        for (size_t g = 0; g < seen.size(); ++g) {
            const int all = popcount(seen[g]), wins = int(seen[g] >> win & 1);
            counts[g] = uint8_t(all + wins);
            width = std::max(width, all - wins);
        }
    }
    // Returns what a guess weighs at least, as s codes need 2s - 1 guesses.
    Number floor(size_t g) const { return 3 * Number(set.size()) - counts[g]; }
    Number weigh(size_t g) const {
        array<Index, ANSWERS> sizes{};
        for (const uint8_t* row : set) ++sizes[row[g]];
        Number sum = Number(set.size());
        for (int answer = 0; answer < win; ++answer) sum += costs[sizes[answer]];
        return sum;
    }
};

// A set of codes and the guesses that differ for it: each is the least of those that all codes answer alike.
struct Position {
    vector<Index> codes, guesses;
    vector<Index> likeness;       // of each guess of the board: its place among these guesses
    vector<uint8_t> answers;      // a row of answers for each code, unless they are the board's table
    Rows rows;
};

class Checker {
    const Board board;
    std::unordered_map<std::u16string, Number> memo;
    size_t remembered = 0;

    Position all() const {
        Position position;
        position.codes.resize(board.codes.size());
        std::iota(position.codes.begin(), position.codes.end(), Index(0));
        position.guesses = position.likeness = position.codes;
        for (const Index code : position.codes) position.rows.push_back(&board.table[code * board.codes.size()]);
        return position;
    }
    // Returns the position of some codes, given by their places.
    static Position narrow(const Position& from, const vector<Index>& part) {
        const size_t count = from.guesses.size(), slots = std::bit_ceil(2 * count);
        vector<Index> kind(count), numbers(slots);  // a hash table from texts to kinds, from 1
        vector<uint64_t> text(count), texts(slots);
        size_t kinds = 1;
        for (size_t start = 0; start < part.size() && kinds < count; start += 8) {
            std::ranges::copy(kind, text.begin());  // 16 bits, and 6 for each of up to 8 answers
            for (size_t i = start; i < std::min(start + 8, part.size()); ++i) {
                const uint8_t* row = from.rows[part[i]];
                for (size_t g = 0; g < count; ++g) text[g] = text[g] << 6 | row[g];
            }
            std::ranges::fill(numbers, Index(0));
            kinds = 0;
            for (size_t g = 0; g < count; ++g) {
                size_t slot = (text[g] * 0x9E3779B97F4A7C15) >> 32 & (slots - 1);
                while (numbers[slot] != 0 && texts[slot] != text[g]) slot = (slot + 1) & (slots - 1);
                if (numbers[slot] == 0) { texts[slot] = text[g]; numbers[slot] = Index(++kinds); }
                kind[g] = numbers[slot] - 1;
            }
        }
        if (kinds == count) std::iota(kind.begin(), kind.end(), Index(0));
        Position position;
        vector<size_t> first;
        for (size_t g = 0; g < count; ++g)
            if (kind[g] == first.size()) { first.push_back(g); position.guesses.push_back(from.guesses[g]); }
        for (const Index place : from.likeness) position.likeness.push_back(kind[place]);
        position.answers.reserve(part.size() * kinds);
        for (const Index place : part) {
            position.codes.push_back(from.codes[place]);
            for (const size_t g : first) position.answers.push_back(from.rows[place][g]);
        }
        for (size_t i = 0; i < part.size(); ++i) position.rows.push_back(&position.answers[i * kinds]);
        return position;
    }
    // Returns whether each code answers the guess differently.
    static bool separates(const Rows& rows, Index guess) {
        uint64_t seen = 0;
        for (const uint8_t* row : rows) seen |= uint64_t(1) << row[guess];
        return size_t(popcount(seen)) == rows.size();
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
    Number bound(const Position& position, const vector<Index>& part, Number left) {
        const size_t n = part.size();
        if (n <= 2) return least(1, left, n)[n];
        const auto form = key(position, part, left);
        if (const auto known = memo.find(form); known != memo.end()) return known->second;
        Rows rows;
        for (const Index place : part) rows.push_back(position.rows[place]);
        const auto separating = [&](Index place) { return separates(rows, position.likeness[position.codes[place]]); };
        Number best = 2 * Number(n) - 1;  // which no bound is below
        if (left < 2 || std::ranges::none_of(part, separating)) {
            const Scales scales(rows, position.guesses.size(), left, board.win);
            const size_t first = size_t(std::ranges::max_element(scales.counts) - scales.counts.begin());
            best = scales.weigh(first);
            for (size_t g = 0; g < scales.counts.size(); ++g)
                if (scales.floor(g) < best) best = std::min(best, scales.weigh(g));
        }
        if ((remembered += n) > LARGEST_MEMO) { memo.clear(); remembered = n; }
        return memo[form] = best;
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
    void show(const State& state, const Position& position, Number left) {
        const auto least = kinds(state, position);
        const Scales scales(position.rows, position.guesses.size(), left, board.win);
        for (size_t g = 0; g < least.size(); ++g)
            if (least[g] == g && scales.floor(g) < state.bound && scales.weigh(g) < state.bound)
                test(state, position, left, g, scales.costs);
    }
    void test(const State& state, const Position& position, Number left, size_t g, const vector<Number>& costs) {
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
                    show(listed->second, narrow(position, part), left - 1);
                    total += listed->second.bound;
                    part.clear();
                }
            total += costs[part.size()];
        }
        // The cost of a size is never above the bound of the part, which takes longer to find.
        std::ranges::sort(parts, {}, [](const auto& part) { return -Number(part.size()); });
        for (const auto& part : parts)
            if (total < state.bound && !part.empty()) total += bound(position, part, left - 1) - costs[part.size()];
        if (total < state.bound)
            throw Refused(guess + " may need " + std::to_string(total) + " guesses for "
                          + std::to_string(position.codes.size()) + " codes, not " + std::to_string(state.bound));
    }

public:
    explicit Checker(const Head& head) : board(head) {}
    void check(const State& state, std::optional<Number> guesses) {
        show(state, all(), guesses.value_or(Number(board.codes.size())));
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
    Checker(head).check(state, head.guesses);
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

// Find the fewest guesses in total after a first guess: with any guesses, or with possible ones alone, as in hard mode.
//
//     g++ -std=c++20 -O3 -march=native -o optimum records/optimum.cpp
//     ./optimum 4x6 possible 1123 1234     a board (4x10n: no code has a color twice), the guesses, first guesses
//     1123 5660, 6 at worst for 11 codes   the least total, the least worst case with this total, and its fewest codes
//     ./optimum 4x6 any -5626 1123 1122    the same, if a tree needs fewer than 5626 guesses; otherwise a lower bound
//
// It was written from the rules of the game, shares no line with the engine and needs one byte for each pair of codes.
// docs/optimum.md has the totals that it confirms. The program relies on three statements:
//
// - n codes need at least 1 + 2 + ... guesses, with 1 code found first, then w, then w * w, if no guess has more than w
//   answers besides the win. So s codes need 2s - 1 at least.
// - A permutation of places and a renaming of colors that leave all past guesses as they are map the codes left to
//   themselves. So of the guesses that they map to each other, the least is enough.
// - Of guesses that all codes left answer alike, the least is enough, too.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <random>
#include <string>
#include <vector>

using std::array, std::string, std::vector;
using Index = std::uint16_t;                       // of a code
using Pegs = array<int, 8>;                        // a board has at most six; the other places are 0
constexpr int OPEN = 1 << 29, ANSWERS = 28;        // no total is known; six pegs have 28 answers
constexpr size_t MOST_CODES = 32'768;              // their table takes 1 GB
const string SYMBOLS = "123456789ABC";

struct Total { int guesses; bool exact; int depth; };  // exact, or a lower bound; the length of a tree that has it
struct Key {
    uint64_t name = 0, other = 0;                  // sums of random numbers, one for each code
    auto operator<=>(const Key&) const = default;
};

// Remembers totals of sets. If eight others are in the way, the one with the least total is forgotten.
class Memory {
    struct Entry { uint64_t name; uint32_t other, guesses : 24, exact : 1, depth : 7; };
    vector<Entry> entries;
    template <class Take> Entry* find(const Key& key, Take take) {
        for (int i = 0; i < 8; ++i) {
            Entry& entry = entries[(key.name + i) % entries.size()];
            if (entry.guesses && entry.name == key.name && entry.other == uint32_t(key.other)) return &entry;
            take(entry);
        }
        return nullptr;
    }

public:
    void make(size_t size) { entries.resize(size); }
    bool recall(const Key& key, Total& total) {
        const Entry* found = find(key, [](Entry&) {});
        if (found) total = {int(found->guesses), bool(found->exact), int(found->depth)};
        return found;
    }
    void keep(const Key& key, const Total& total) {
        Entry* least = nullptr;
        Entry* found = find(key, [&](Entry& entry) { if (!least || entry.guesses < least->guesses) least = &entry; });
        const auto [guesses, exact, depth] = total;
        *(found ? found : least) = {key.name, uint32_t(key.other), uint32_t(guesses), exact, uint32_t(depth)};
    }
};

struct Set {
    vector<Index> codes;
    std::shared_ptr<const vector<Index>> guesses;
    vector<const uint8_t*> rows;                   // rows[i][g] is the answer of code i to guess g
    std::shared_ptr<vector<uint8_t>> table;        // of the rows, unless they are those of a larger set
    Key key;
    int size() const { return int(codes.size()); }
};

struct Symmetry { Pegs places; array<int, 12> colors; };  // a color that no guess had is -1
struct Past { uint32_t used = 0; vector<Symmetry> kept; };
struct Part { vector<Index> members; Key key; Total total; };  // members are places in the larger set

class Search {
    const int pegs, colors;
    const bool any;                                // may a guess be impossible?
    int win = 0;                                   // the answer of a guess that is the code
    vector<Pegs> codes;
    vector<uint32_t> palettes;                     // the colors of each code
    vector<uint8_t> table;
    vector<vector<int>> least;                     // least[w][n]: what n codes need with at most w answers
    vector<Key> names;
    Memory memory;
    std::map<std::pair<Key, int>, int> lasts;

    void extend(Pegs code, int peg, bool repeats) {
        if (peg == pegs) { codes.push_back(code); return; }
        for (int color = 0; color < colors; ++color)
            if (code[peg] = color; repeats || !std::count(code.begin(), code.begin() + peg, color))
                extend(code, peg + 1, repeats);
    }
    uint8_t answer(const Pegs& one, const Pegs& other) const {
        array<int, 12> counts{};
        int black = 0, common = 0;
        for (int peg = 0; peg < pegs; ++peg) black += one[peg] == other[peg], ++counts[one[peg]];
        for (int peg = 0; peg < pegs; ++peg) common += counts[other[peg]]-- > 0;
        return uint8_t(common * (common + 1) / 2 + black);
    }
    Past after(const Past& past, Index guess) const {
        Past next{past.used | palettes[guess], {}};
        for (Symmetry one : past.kept) {
            uint32_t taken = 0;
            for (const int color : one.colors) if (color >= 0) taken |= 1u << color;
            bool same = true;
            for (int peg = 0; peg < pegs && same; ++peg) {
                const int to = codes[guess][peg];
                int& image = one.colors[codes[guess][one.places[peg]]];
                if (image < 0 && !(taken >> to & 1)) taken |= 1u << (image = to);
                same = image == to;
            }
            if (same) next.kept.push_back(one);
        }
        return next;
    }
    // Returns whether a guess is the least of those that the symmetries map to each other.
    bool leads(const Past& past, Index guess) const {
        for (const Symmetry& one : past.kept) {
            array<int, 12> images = one.colors;
            int unused = 0;
            for (int peg = 0; peg < pegs; ++peg) {
                int& image = images[codes[guess][one.places[peg]]];
                if (image < 0) { while (past.used >> unused & 1) ++unused; image = unused++; }
                if (image < codes[guess][peg]) return false;
                if (image > codes[guess][peg]) break;
            }
        }
        return true;
    }
    // Returns how many answers each guess has, the win twice.
    vector<uint8_t> counts(const Set& set) const {
        constexpr size_t BLOCK = 512;
        vector<uint8_t> counts(set.guesses->size());
        array<uint32_t, BLOCK> seen;
        for (size_t start = 0; start < counts.size(); start += BLOCK) {
            const size_t size = std::min(BLOCK, counts.size() - start);
            seen.fill(0);
            for (const uint8_t* row : set.rows)
                for (size_t g = 0; g < size; ++g) seen[g] |= 1u << row[start + g];
            for (size_t g = 0; g < size; ++g)
                counts[start + g] = uint8_t(std::popcount(seen[g]) + (seen[g] >> win & 1));
        }
        return counts;
    }
    array<int, ANSWERS> sizes(const Set& set, size_t g) const {
        array<int, ANSWERS> sizes{};
        for (const uint8_t* row : set.rows) ++sizes[row[g]];
        sizes[win] = 0;
        return sizes;
    }
    const vector<int>& costs(const vector<uint8_t>& counts) const {
        return least[std::min<int>(*std::ranges::max_element(counts), win)];
    }
    // Returns a bound for a set from the parts of each guess: with k answers, the win twice, it needs 3n - k or more.
    Total glance(const Set& set) const {
        const int n = set.size();
        const auto counts = this->counts(set);
        const auto& costs = this->costs(counts);
        int answers = *std::ranges::max_element(counts);
        if (answers >= n) return {3 * n - answers, true, answers > n ? 2 : 3};
        Total best{OPEN, false, 3};
        for (; answers > 1 && 3 * n - answers < best.guesses; --answers)
            for (size_t g = 0; g < counts.size(); ++g)
                if (counts[g] == answers) {
                    const auto sizes = this->sizes(set, g);
                    int sum = n;
                    for (const int size : sizes) sum += costs[size];
                    const bool exact = *std::ranges::max_element(sizes) <= 2;
                    if (sum < best.guesses || (sum == best.guesses && exact)) best = {sum, exact, 3};
                    if (exact && sum == 3 * n - answers) return best;
                }
        return best;
    }
    vector<Part> split(const Set& set, size_t guess) const {
        array<Part, ANSWERS> by_answer;
        for (int i = 0; i < set.size(); ++i) {
            Part& part = by_answer[set.rows[i][guess]];
            part.members.push_back(Index(i));
            part.key.name += names[set.codes[i]].name;
            part.key.other += names[set.codes[i]].other;
        }
        vector<Part> parts;
        for (int answer = 0; answer < win; ++answer)
            if (!by_answer[answer].members.empty()) parts.push_back(std::move(by_answer[answer]));
        std::ranges::sort(parts, {}, [](const Part& part) { return part.members.size(); });
        for (Part& part : parts) {
            const int size = int(part.members.size());
            part.total = {2 * size - 1, size <= 2, size};
        }
        return parts;
    }
    // Returns the set of a part, with a smaller table if that leaves out many guesses.
    Set narrow(const Set& set, const Part& part, bool once) const {
        Set next{{}, set.guesses, {}, set.table, part.key};
        for (const Index i : part.members) next.codes.push_back(set.codes[i]), next.rows.push_back(set.rows[i]);
        if (any && (once || next.size() < 8)) return next;
        const vector<Index> kept = any ? different(next) : part.members;
        auto guesses = std::make_shared<vector<Index>>();
        for (const Index g : kept) guesses->push_back((*set.guesses)[g]);
        next.guesses = guesses;
        next.table = std::make_shared<vector<uint8_t>>(kept.size() * next.rows.size());
        auto to = next.table->begin();
        for (const uint8_t*& row : next.rows) {
            const uint8_t* start = &*to;
            for (const Index g : kept) *to++ = row[g];
            row = start;
        }
        return next;
    }
    // Returns the first guess of those that all codes answer alike.
    vector<Index> different(const Set& set) const {
        vector<uint64_t> marks(set.guesses->size());
        for (const uint8_t* row : set.rows)
            for (size_t g = 0; g < marks.size(); ++g) marks[g] = (marks[g] + row[g] + 1) * 0x9E3779B97F4A7C15;
        vector<uint64_t> seen(std::bit_ceil(2 * marks.size()));
        vector<Index> first;
        for (size_t g = 0; g < marks.size(); ++g) {
            size_t slot = marks[g] >> 40;
            while (seen[slot % seen.size()] && seen[slot % seen.size()] != marks[g]) ++slot;
            if (seen[slot % seen.size()]) continue;
            seen[slot % seen.size()] = marks[g];
            first.push_back(Index(g));
        }
        return first;
    }
    struct Choice {
        int bound;
        uint64_t squares;
        Index guess;
        bool seen;
        auto operator<=>(const Choice&) const = default;
    };
    // Returns the guesses, one of each kind, that may need less than a limit, with the least bound first.
    auto choices(const Set& set, const Past& past, int limit, int& otherwise) const {
        std::priority_queue<Choice, vector<Choice>, std::greater<>> queue;
        const auto counts = this->counts(set);
        const auto& costs = this->costs(counts);
        for (size_t g = 0; g < counts.size(); ++g) {
            const Index guess = (*set.guesses)[g];
            Choice choice{3 * set.size() - counts[g], 0, Index(g), false};
            if (counts[g] > 1 && choice.bound < limit && leads(past, guess)) {
                choice.bound = set.size();
                for (const uint64_t size : sizes(set, g)) choice.bound += costs[size], choice.squares += size * size;
                if (choice.bound < limit) queue.push(choice);
            }
            if (choice.bound >= limit) otherwise = std::min(otherwise, choice.bound);
        }
        return queue;
    }
    // Looks at the parts in turn until they need ``limit`` together with the guess, and returns what they need.
    template <class Look> int sum_of(const Set& set, vector<Part>& parts, int limit, Look look) {
        int sum = set.size();
        for (const Part& part : parts) sum += part.total.guesses;
        for (Part& part : parts)
            if (!part.total.exact && sum < limit) {
                sum -= part.total.guesses;
                part.total = look(part, limit - sum);
                sum += part.total.guesses;
            }
        return sum;
    }
    int glanced(const Set& set, vector<Part>& parts, int limit) {
        return sum_of(set, parts, limit, [&](const Part& part, int) {
            Total found;
            if (memory.recall(part.key, found)) return found;
            memory.keep(part.key, found = glance(narrow(set, part, true)));
            return found;
        });
    }
    int searched(const Set& set, vector<Part>& parts, const Past& past, int limit) {
        return sum_of(set, parts, limit, [&](const Part& part, int below) {
            return total(narrow(set, part, false), past, below);
        });
    }
    // Returns the fewest guesses for a set, or a lower bound of ``limit`` or more.
    Total total(const Set& set, const Past& past, int limit) {
        Total best{2 * set.size() - 1, set.size() <= 2, set.size()};
        if (best.exact || (memory.recall(set.key, best) && (best.exact || best.guesses >= limit))) return best;
        best = {OPEN, false, 0};
        auto queue = choices(set, past, limit, best.guesses);
        for (; !queue.empty() && queue.top().bound < limit; ) {
            Choice choice = queue.top();
            queue.pop();
            auto parts = split(set, choice.guess);
            int sum = glanced(set, parts, limit);
            const auto exact = [](const Part& part) { return part.total.exact; };
            if (sum < limit && !choice.seen && !std::ranges::all_of(parts, exact)) {
                queue.push({sum, choice.squares, choice.guess, true});
                continue;
            }
            if (sum < limit) sum = searched(set, parts, after(past, (*set.guesses)[choice.guess]), limit);
            if (sum < limit) {
                best = {limit = sum, true, 1};
                for (const Part& part : parts) best.depth = std::max(best.depth, 1 + part.total.depth);
            } else if (!best.exact) best.guesses = std::min(best.guesses, sum);
        }
        if (!best.exact && !queue.empty()) best.guesses = std::min(best.guesses, queue.top().bound);
        memory.keep(set.key, best);
        return best;
    }
    // Returns the fewest codes found with the last of ``left`` guesses by a tree of the least total, or OPEN.
    int last(const Set& set, const Past& past, int left) {
        if (left <= 1) return left == 1 && set.size() == 1 ? 1 : OPEN;
        const Total needed = total(set, past, OPEN);
        if (needed.exact && needed.depth < left) return 0;
        const auto [found, is_new] = lasts.try_emplace({set.key, left}, OPEN);
        if (!is_new) return found->second;
        int best = OPEN, otherwise = OPEN;
        for (auto queue = choices(set, past, needed.guesses + 1, otherwise); !queue.empty() && best > 0; queue.pop()) {
            auto parts = split(set, queue.top().guess);
            if (glanced(set, parts, needed.guesses + 1) > needed.guesses) continue;
            const Past next = after(past, (*set.guesses)[queue.top().guess]);
            if (searched(set, parts, next, needed.guesses + 1) == needed.guesses)
                best = std::min(best, last(set, parts, next, left, best));
        }
        return lasts[{set.key, left}] = best;
    }
    int last(const Set& set, const vector<Part>& parts, const Past& past, int left, int limit) {
        int sum = 0;
        for (const Part& part : parts)
            if (sum < limit) sum += last(narrow(set, part, false), past, left - 1);
        return std::min(sum, OPEN);
    }

public:
    Search(int pegs, int colors, bool repeats, bool any) : pegs(pegs), colors(colors), any(any) {
        extend({}, 0, repeats);
        const size_t size = codes.size();
        if (size > MOST_CODES) { std::cout << "a board has at most " << MOST_CODES << " codes\n"; std::exit(1); }
        table.reserve(size * size);
        for (const Pegs& one : codes) {
            uint32_t palette = 0;
            for (int peg = 0; peg < pegs; ++peg) palette |= 1u << one[peg];
            palettes.push_back(palette);
            for (const Pegs& other : codes) table.push_back(answer(one, other));
        }
        // Only answers that codes give have numbers, from 0; the win is the last.
        array<int, ANSWERS> numbers{};
        for (const uint8_t one : table) numbers[one] = 1;
        std::exclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), 0);
        for (uint8_t& one : table) one = uint8_t(numbers[one]), win = std::max<int>(win, one);
        for (int w = 0; w <= win; ++w) {
            vector<int> sums(1);
            for (int level = 1, room = 1, width = 1; sums.size() <= size; ++level, room = width)
                for (width = std::min(width * std::max(w, 1), int(size)); room-- && sums.size() <= size; )
                    sums.push_back(sums.back() + level);
            least.push_back(sums);
        }
        memory.make(std::min(std::bit_ceil(size * size), size_t(1) << 25));
        std::mt19937_64 random(1);
        for (size_t i = 0; i < size; ++i) names.push_back({random(), random()});
    }
    // Prints the fewest guesses after a first guess, then the least worst case among such trees and its codes.
    void print(const string& text, int limit) {
        Pegs first{};
        for (int peg = 0; peg < pegs && peg < int(text.size()); ++peg) first[peg] = int(SYMBOLS.find(text[peg]));
        const size_t guess = size_t(std::ranges::find(codes, first) - codes.begin());
        if (guess == codes.size() || int(text.size()) != pegs) { std::cout << text << " is no code\n"; std::exit(1); }
        Set all;
        all.codes.resize(codes.size());
        std::iota(all.codes.begin(), all.codes.end(), Index(0));
        all.guesses = std::make_shared<const vector<Index>>(all.codes);
        for (size_t i = 0; i < codes.size(); ++i) all.rows.push_back(&table[i * codes.size()]);
        Past past;
        Symmetry one;
        one.colors.fill(-1);
        one.places.fill(0);
        std::iota(one.places.begin(), one.places.begin() + pegs, 0);
        do past.kept.push_back(one); while (std::next_permutation(one.places.begin(), one.places.begin() + pegs));
        past = after(past, Index(guess));
        auto parts = split(all, guess);
        const int sum = searched(all, parts, past, limit);
        std::cout << text << " " << sum << std::flush;
        if (sum >= limit) { std::cout << " or more\n"; return; }
        int worst = 2, codes = OPEN;
        while ((codes = last(all, parts, past, worst, OPEN)) == OPEN) ++worst;
        std::cout << ", " << worst << " at worst for " << codes << (codes > 1 ? " codes" : " code") << std::endl;
    }
};

int main(int count, char** arguments) {
    const string board = count < 4 ? "" : arguments[1], guesses = count < 4 ? "" : arguments[2];
    const bool repeats = !board.ends_with('n'), any = guesses == "any";
    const int pegs = std::atoi(board.c_str()), colors = std::atoi(board.c_str() + board.find('x') + 1);
    if (pegs < 1 || pegs > 6 || colors < 1 || colors > 12 || (!any && guesses != "possible")) {
        std::cout << "give a board, the guesses and first guesses, such as 4x6 possible 1123 1234\n";
        return 1;
    }
    Search search(pegs, colors, repeats, any);
    int limit = OPEN;
    for (int place = 3; place < count; ++place) {
        const string text = arguments[place];
        if (text[0] == '-') limit = -std::atoi(text.c_str());
        else search.print(text, limit);
    }
}

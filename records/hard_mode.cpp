// Find the fewest guesses in total after a first guess if every guess has to be possible, as in hard mode.
//
//     g++ -std=c++20 -O3 -march=native -o hard_mode records/hard_mode.cpp
//     ./hard_mode 6 1123 1234          the number of colors and first guesses; with -6 codes repeat no color
//
// It shares no line with the engine and uses no symmetry. docs/optimum.md has the totals that it confirms.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

using std::string, std::vector;
using Set = std::u16string;               // of codes, by their places in the list of all codes

vector<string> codes;
vector<vector<uint8_t>> answers;          // answers[guess][code]
std::unordered_map<Set, int> known;       // the totals of the sets met so far

void extend(const string& code, size_t pegs, const string& colors, bool repeats) {
    if (code.size() == pegs) codes.push_back(code);
    else for (const char color : colors)
        if (repeats || code.find(color) == string::npos) extend(code + color, pegs, colors, repeats);
}

uint8_t answer(const string& guess, string code) {
    int black = 0, common = 0;
    for (size_t peg = 0; peg < guess.size(); ++peg) black += guess[peg] == code[peg];
    for (const char color : guess)
        if (const size_t peg = code.find(color); peg != string::npos) { code[peg] = ' '; ++common; }
    return uint8_t(common * (common + 1) / 2 + black);  // a win has the greatest number
}

int least(const Set& left);

// Returns the total after a guess, or a lower bound for it that is at least ``enough``.
int after(char16_t guess, const Set& left, int enough) {
    std::array<Set, 45> parts;            // eight pegs have 45 answers
    for (const char16_t code : left) parts[answers[guess][code]] += code;
    parts[answers[guess][guess]].clear();
    std::ranges::sort(parts, {}, &Set::size);
    int total = int(left.size());
    for (const auto& part : parts) total += part.empty() ? 0 : 2 * int(part.size()) - 1;
    for (const auto& part : parts)
        if (part.size() > 2 && total < enough) total += least(part) - (2 * int(part.size()) - 1);
    return total;
}

// Returns the fewest guesses for some codes: s codes need 2s - 1 at least, n codes with k answers 3n - 1 - k.
int least(const Set& left) {
    const int size = int(left.size());
    if (size <= 2) return 2 * size - 1;
    if (const auto found = known.find(left); found != known.end()) return found->second;
    vector<std::pair<int, char16_t>> guesses;
    for (const char16_t guess : left) {
        uint64_t seen = 0;
        for (const char16_t code : left) seen |= uint64_t(1) << answers[guess][code];
        guesses.emplace_back(3 * size - 1 - std::popcount(seen), guess);
    }
    std::ranges::sort(guesses);
    int best = INT32_MAX;
    for (const auto& [bound, guess] : guesses)
        if (bound < best) best = std::min(best, after(guess, left, best));
    return known[left] = best;
}

int main(int count, char** arguments) {
    if (count < 3) { std::cout << "give the number of colors and first guesses, such as 6 1123\n"; return 1; }
    const int colors = std::atoi(arguments[1]);
    extend("", string(arguments[2]).size(), string("123456789ABC").substr(0, std::abs(colors)), colors > 0);
    for (const string& guess : codes)
        for (answers.emplace_back(); const string& code : codes) answers.back().push_back(answer(guess, code));
    Set all;
    for (size_t code = 0; code < codes.size(); ++code) all += char16_t(code);
    for (int place = 2; place < count; ++place) {
        const auto guess = std::ranges::find(codes, arguments[place]);
        if (guess == codes.end()) { std::cout << arguments[place] << " is no code\n"; return 1; }
        std::cout << *guess << " " << after(char16_t(guess - codes.begin()), all, INT32_MAX) << std::endl;
    }
}

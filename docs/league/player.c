/* Write the tree of a player: cc -o player player.c && ./player > tree.txt */
#include <stdio.h>
#include <string.h>

enum { PEGS = 4, COLORS = 6, CODES = 1296, ANSWERS = 10 * PEGS + 1 };
typedef struct { char guess[PEGS + 1]; int told; } Turn; /* 10 * black + white */
static char codes[CODES][PEGS + 1];

static int answer(const char *guess, const char *code) {
    int black = 0, both = 0, in_guess[COLORS] = {0}, in_code[COLORS] = {0};
    for (int i = 0; i < PEGS; i++) {
        black += guess[i] == code[i];
        in_guess[guess[i] - '1']++, in_code[code[i] - '1']++;
    }
    for (int c = 0; c < COLORS; c++) both += in_guess[c] < in_code[c] ? in_guess[c] : in_code[c];
    return 10 * black + both - black;
}

static int fits(const char *code, const Turn *history, int turns) {
    for (int turn = 0; turn < turns; turn++)
        if (answer(history[turn].guess, code) != history[turn].told) return 0;
    return 1;
}

/* Return the next guess. Your player goes here; this one takes the first code that fits. */
static const char *choose(const Turn *history, int turns) {
    for (int code = 0; code < CODES; code++)
        if (fits(codes[code], history, turns)) return codes[code];
    return "";
}

/* Print the tree of the player after some turns, for the codes that are possible then. */
static void tree(Turn *history, int turns) {
    const char *guess = choose(history, turns), *comma = "";
    int possible[ANSWERS] = {0};
    for (int code = 0; code < CODES; code++)
        if (fits(codes[code], history, turns)) possible[answer(guess, codes[code])] = 1;
    printf("{%s:{", guess);
    strcpy(history[turns].guess, guess);
    for (int told = 0; told < 10 * PEGS; told++) /* 40 is found */
        if (possible[told]) {
            history[turns].told = told;
            printf("%s%02d:", comma, told), comma = ",";
            tree(history, turns + 1);
        }
    printf("}}");
}

int main(void) {
    Turn history[64];
    for (int code = 0; code < CODES; code++)
        for (int peg = PEGS - 1, left = code; peg >= 0; peg--, left /= COLORS)
            codes[code][peg] = '1' + left % COLORS;
    tree(history, 0);
    return 0;
}

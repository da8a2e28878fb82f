/* Count the parts of partitions as solver/sets/partitions.py does with numpy, ten times as fast.

   A code is a row of bytes, one for each peg. Two codes have a score, their black pegs plus 16 times
   their key pegs. Key pegs are a sum over the colors of the guess, of the smaller number of pegs that
   the codes have. Loops over a block of codes add up scores, 16 or 32 in one instruction. */

#include <stdint.h>
#include <string.h>

#define BLOCK 2048 /* codes, so few that their columns fit in the cache of a core */
#define VECTOR 32  /* bytes */
#define FEW 128    /* codes; for more, a tally for each guess is faster */
#define MOST_PEGS 8
#define COLORS 16
#define SCORES (16 * (MOST_PEGS + 1))

#if defined(__x86_64__) && defined(__GLIBC__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

struct block {
    int length;
    uint8_t places[MOST_PEGS][BLOCK]; /* the color in each place */
    uint8_t colors[COLORS][BLOCK];    /* 16 times the pegs of each color */
};

static int whole_vectors(int length) { return (length + VECTOR - 1) / VECTOR * VECTOR; }

static void fill(struct block *block, const uint8_t *codes, int length, int pegs)
{
    block->length = length;
    for (int color = 0; color < COLORS; color++)
        memset(block->colors[color], 0, whole_vectors(length));
    for (int code = 0; code < length; code++)
        for (int peg = 0; peg < pegs; peg++) {
            uint8_t color = codes[code * pegs + peg] % COLORS;
            block->places[peg][code] = color;
            block->colors[color][code] += 16;
        }
}

static inline __attribute__((always_inline)) void
score(const struct block *restrict block, const uint8_t *restrict guess, int pegs,
      uint8_t *restrict scores)
{
    const uint8_t *columns[MOST_PEGS];
    uint8_t colors[MOST_PEGS];
    uint8_t most[MOST_PEGS]; /* 16 times the pegs of a color, at its first peg; 0 at its others */
    for (int peg = 0; peg < pegs; peg++) {
        int first = 0;
        while (guess[first] != guess[peg])
            first++;
        most[peg] = 0;
        most[first] += 16;
        colors[peg] = guess[peg] % COLORS;
        columns[peg] = block->colors[colors[peg]];
    }
    int length = whole_vectors(block->length);
    for (int code = 0; code < length; code++) {
        uint8_t sum = 0;
        for (int peg = 0; peg < pegs; peg++) {
            uint8_t shared = columns[peg][code];
            sum += block->places[peg][code] == colors[peg];
            sum += shared < most[peg] ? shared : most[peg];
        }
        scores[code] = sum;
    }
}

FOR_EACH_PROCESSOR static void
score_block(const struct block *block, const uint8_t *guess, int pegs, uint8_t *scores)
{
    switch (pegs) { /* with a constant, the compiler unrolls the loop over pegs */
    case 2: score(block, guess, 2, scores); break;
    case 3: score(block, guess, 3, scores); break;
    case 4: score(block, guess, 4, scores); break;
    case 5: score(block, guess, 5, scores); break;
    case 6: score(block, guess, 6, scores); break;
    case 7: score(block, guess, 7, scores); break;
    default: score(block, guess, MOST_PEGS, scores);
    }
}

/* Add to sizes[f * step] how many scores stand for feedback number f. */
static void add_tally(const uint8_t *scores, int length, int pegs, int64_t *sizes, int64_t step)
{
    /* four tallies, because the same score twice in a row would have to wait */
    uint16_t tally[4][SCORES];
    int tallies = length < 64 ? 1 : 4, code = 0;
    memset(tally, 0, tallies * sizeof tally[0]);
    if (tallies == 4)
        for (; code + 4 <= length; code += 4)
            for (int one = 0; one < 4; one++)
                tally[one][scores[code + one]]++;
    for (; code < length; code++)
        tally[0][scores[code]]++;
    for (int one = 0; one < tallies; one++) {
        int64_t *size = sizes;
        for (int keys = 0; keys <= pegs; keys++)
            for (int black = 0; black <= keys; black++, size += step)
                *size += tally[one][16 * keys + black];
    }
}

/* Do the same as count_parts_1 if there are few codes: score many guesses at once, since both sides of
   a score may be exchanged. A tally for each guess would take longer than its few scores. */
static void count_few(const uint8_t *guesses, int64_t guess_count, const uint8_t *codes,
                      int64_t code_count, int pegs, int64_t *sizes)
{
    struct block block;
    uint8_t scores[BLOCK];
    int64_t *rows[SCORES] = {0}; /* the sizes for the feedback of each score */
    for (int keys = 0, feedback = 0; keys <= pegs; keys++)
        for (int black = 0; black <= keys; black++)
            rows[16 * keys + black] = sizes + guess_count * feedback++;
    for (int64_t start = 0; start < guess_count; start += BLOCK) {
        int64_t left = guess_count - start;
        fill(&block, guesses + start * pegs, left < BLOCK ? left : BLOCK, pegs);
        for (int64_t code = 0; code < code_count; code++) {
            score_block(&block, codes + code * pegs, pegs, scores);
            for (int guess = 0; guess < block.length; guess++)
                rows[scores[guess]][start + guess]++;
        }
    }
}

/* Add to sizes[f * guess_count + g] how many codes answer guess g with feedback number f. A change of
   what this function does changes its name, so that no library of an older version is used. */
void count_parts_1(const uint8_t *guesses, int64_t guess_count, const uint8_t *codes,
                   int64_t code_count, int pegs, int64_t *sizes)
{
    if (code_count < FEW)
        return count_few(guesses, guess_count, codes, code_count, pegs, sizes);
    struct block block;
    uint8_t scores[BLOCK];
    for (int64_t start = 0; start < code_count; start += BLOCK) {
        int64_t left = code_count - start;
        fill(&block, codes + start * pegs, left < BLOCK ? left : BLOCK, pegs);
        for (int64_t guess = 0; guess < guess_count; guess++) {
            score_block(&block, guesses + guess * pegs, pegs, scores);
            add_tally(scores, block.length, pegs, sizes + guess, guess_count);
        }
    }
}

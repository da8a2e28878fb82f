// Write the tree of a player: java Player.java > tree.txt
import java.util.*;
import java.util.stream.*;

public class Player {
    static final int PEGS = 4, COLORS = 6;
    static final List<String> CODES = codes(PEGS);

    static List<String> codes(int pegs) {
        return pegs == 0 ? List.of("") : codes(pegs - 1).stream().flatMap(code ->
            IntStream.rangeClosed(1, COLORS).mapToObj(color -> code + color)).toList();
    }

    /** Return the black and the white pegs, as "02". */
    static String answer(String guess, String code) {
        long black = IntStream.range(0, PEGS).filter(i -> guess.charAt(i) == code.charAt(i)).count();
        long both = IntStream.rangeClosed('1', '0' + COLORS).mapToLong(color -> Math.min(
            guess.chars().filter(c -> c == color).count(), code.chars().filter(c -> c == color).count())).sum();
        return "" + black + (both - black);
    }

    /** Return the next guess. Your player goes here; this one takes the first code that fits. */
    static String choose(Map<String, String> history) {
        return CODES.stream().filter(code -> history.entrySet().stream()
            .allMatch(turn -> answer(turn.getKey(), code).equals(turn.getValue()))).findFirst().get();
    }

    /** Return the tree of the player for the codes that are possible after some turns. */
    static String tree(List<String> codes, Map<String, String> history) {
        String guess = choose(history);
        var parts = codes.stream().collect(Collectors.groupingBy(code -> answer(guess, code)));
        parts.remove(PEGS + "0"); // it is found
        return "{" + guess + ":{" + parts.entrySet().stream().map(part -> {
            var longer = new LinkedHashMap<>(history);
            longer.put(guess, part.getKey());
            return part.getKey() + ":" + tree(part.getValue(), longer);
        }).collect(Collectors.joining(",")) + "}}";
    }

    public static void main(String[] args) {
        System.out.println(tree(CODES, Map.of()));
    }
}

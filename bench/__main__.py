"""Print what things cost on this machine; run by ``make bench``."""

from bench import analysis, attack, engine, goals, leaderboard, web

if __name__ == "__main__":
    engine.main()
    goals.main()
    analysis.main()
    web.main()
    leaderboard.main()
    attack.main()

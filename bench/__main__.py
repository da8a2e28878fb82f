"""Print what things cost on this machine; run by ``make bench``."""

from bench import analysis, attack, engine, goals, lab, leaderboard, web

if __name__ == "__main__":
    engine.main()
    goals.main()
    analysis.main()
    web.main()
    lab.main()
    leaderboard.main()
    attack.main()

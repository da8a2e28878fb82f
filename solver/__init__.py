"""The engine: codes, feedback, what is still possible, and strategies. It needs numpy alone.

>>> from solver.codes import Variant
>>> from solver.history import parse_history
>>> from solver.suggest import suggest
>>> suggest(Variant(), parse_history(Variant(), "1122:1,0 1344:0,1"), "knuth").guess
'3526'
"""

def forged(request, reason=""):
    raise NotImplementedError

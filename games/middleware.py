def database_errors(get_response):
    return get_response


def current_player(get_response):
    return get_response

"""How static files are stored: named by their content, so that they can be kept for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Our scripts are modules: what they import gets its hashed name, too."""

    support_js_module_import_aggregation = True

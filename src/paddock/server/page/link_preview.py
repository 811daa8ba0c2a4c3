"""The preview of a link in a messenger: title, description and picture, as Open Graph tags."""

import html
from pathlib import Path
from typing import Final

TITLE: Final = "Paddock"
DESCRIPTION: Final = "Four animal board games to play with friends, family and bots"


def picture_of(game: str | None, static: Path) -> str:
    """Return the file name of a game's picture, or of the icon if there is none."""
    name = f"preview-{game}.png"
    return name if game is not None and (static / name).is_file() else "icon-512.png"


def preview_tags(url: str, picture: str, title: str = TITLE, description: str = DESCRIPTION) -> str:
    """Return the tags. They do not contain the link itself, because a link is a secret."""
    tags = {
        "og:type": "website",
        "og:site_name": TITLE,
        "og:title": title,
        "og:description": description,
        "og:image": f"{url}/{picture}",
        "twitter:card": "summary_large_image" if picture.startswith("preview-") else "summary",
    }
    return "\n    ".join(
        f'<meta {"name" if key.startswith("twitter") else "property"}="{key}" content="{html.escape(value)}">'
        for key, value in tags.items()
    )

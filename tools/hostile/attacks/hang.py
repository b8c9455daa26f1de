"""Takes longer for its first answer than anybody waits for it."""
import time

import bot

bot.play(lambda: time.sleep(20), harmless=True)

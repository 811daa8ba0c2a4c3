/** Icons of the interface, from Lucide (ISC). The page contains only those listed here. */

import arrowRight from "lucide-static/icons/arrow-right.svg?raw";
import basket from "lucide-static/icons/shopping-basket.svg?raw";
import bolt from "lucide-static/icons/zap.svg?raw";
import book from "lucide-static/icons/book-open.svg?raw";
import bot from "lucide-static/icons/bot.svg?raw";
import check from "lucide-static/icons/check.svg?raw";
import chevronLeft from "lucide-static/icons/chevron-left.svg?raw";
import chevronRight from "lucide-static/icons/chevron-right.svg?raw";
import clock from "lucide-static/icons/clock.svg?raw";
import close from "lucide-static/icons/x.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import dice from "lucide-static/icons/dices.svg?raw";
import door from "lucide-static/icons/door-open.svg?raw";
import download from "lucide-static/icons/download.svg?raw";
import eye from "lucide-static/icons/eye.svg?raw";
import first from "lucide-static/icons/skip-back.svg?raw";
import flask from "lucide-static/icons/flask-conical.svg?raw";
import gear from "lucide-static/icons/settings.svg?raw";
import hand from "lucide-static/icons/hand.svg?raw";
import home from "lucide-static/icons/house.svg?raw";
import last from "lucide-static/icons/skip-forward.svg?raw";
import layers from "lucide-static/icons/layers.svg?raw";
import lightbulb from "lucide-static/icons/lightbulb.svg?raw";
import lock from "lucide-static/icons/lock.svg?raw";
import menu from "lucide-static/icons/ellipsis-vertical.svg?raw";
import minus from "lucide-static/icons/minus.svg?raw";
import moon from "lucide-static/icons/moon.svg?raw";
import pause from "lucide-static/icons/pause.svg?raw";
import pencil from "lucide-static/icons/pencil.svg?raw";
import person from "lucide-static/icons/user.svg?raw";
import play from "lucide-static/icons/play.svg?raw";
import plus from "lucide-static/icons/plus.svg?raw";
import rewatch from "lucide-static/icons/rotate-ccw.svg?raw";
import screen from "lucide-static/icons/monitor.svg?raw";
import scroll from "lucide-static/icons/scroll-text.svg?raw";
import seat from "lucide-static/icons/user-plus.svg?raw";
import share from "lucide-static/icons/share-2.svg?raw";
import shield from "lucide-static/icons/shield-check.svg?raw";
import silent from "lucide-static/icons/volume-x.svg?raw";
import sound from "lucide-static/icons/volume-2.svg?raw";
import stack from "lucide-static/icons/copy.svg?raw";
import sun from "lucide-static/icons/sun.svg?raw";
import swap from "lucide-static/icons/arrow-left-right.svg?raw";
import tablet from "lucide-static/icons/tablet.svg?raw";
import talk from "lucide-static/icons/message-circle.svg?raw";
import trend from "lucide-static/icons/trending-up.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import upload from "lucide-static/icons/upload.svg?raw";
import users from "lucide-static/icons/users.svg?raw";

const drawn = (file: string): string => file.replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, "");

export const ICONS = {
  arrowRight, basket, bolt, book, bot, check, chevronLeft, chevronRight, clock, close, copy, dice, door, download,
  eye, first, flask, gear, hand, home, last, layers, lightbulb, lock, menu, minus, moon, pause, pencil, person,
  play, plus, rewatch, screen, scroll, seat, share, shield, silent, sound, stack, sun, swap, tablet, talk, trend,
  undo, upload, users,
};
export type IconName = keyof typeof ICONS;
for (const name of Object.keys(ICONS) as IconName[]) ICONS[name] = drawn(ICONS[name]);

import type { Access } from '@washdesk/contracts/endpoint';
import type { FlagName } from './flag-name.ts';

/** A link of the top bar. */
export interface BarEntry {
  label: string;
  /** Position in the bar; unique there. */
  order: number;
  /** Who sees the link, where that is fewer than may open the screen. */
  access?: Access;
  /** Shown only while this feature flag is on. */
  flag?: FlagName;
  hotkey?: `F${number}` | `Alt+Key${string}`;
  /** Paths besides the screen's own where the link is marked as current. */
  section?: readonly string[];
}

/** What is known of a screen without its component: tests on Node read it, so this file imports no React. */
export interface ScreenDescription {
  path: string;
  /** Other paths of the same screen. */
  aliases?: readonly string[];
  /** Title of the browser tab, and the name in the menus. */
  title: string;
  /** Who may open it. The API checks the same roles again. */
  access: Access;
  /** Opens before a location and a reader are chosen. */
  beforeGates?: true;
  /** Link of the top bar. The office and admin tools are in `app/menus/tools.ts`. */
  link?: BarEntry;
  /** Tables become cards on a phone, so the screen is tested at phone width too. */
  phoneCards?: true;
  /** Cashiers work with it, so the benchmark measures how fast it opens. */
  frontDesk?: true;
  /** Query that makes the screen show content in browser tests. */
  sampleQuery?: () => string;
}

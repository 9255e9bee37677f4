import { searchable } from '../text/text.ts';

/** Short forms of given names; names of one line can be the same person's. */
const shortForms = `
  alexander alex xander; alexandra alex lexi; alejandro alex; andrew andy drew; andrea andy; anthony tony; antonio tony; barbara barb
  benjamin ben benny; catherine cathy kate katie cat; katherine kathy kate katie kat; kathryn kathy kate katie; charles charlie chuck chas
  christopher chris; christian chris; christina chris tina christy; christine chris tina christy; cynthia cindy; daniel dan danny
  danielle dani; david dave; deborah deb debbie; donald don donny; douglas doug; eduardo eddie lalo; edward ed eddie ted
  elizabeth liz beth lizzie betty betsy eliza libby; enrique kike henry; eugene gene; frances fran francie; francis frank fran
  francisco frank paco pancho; franklin frank; frederick fred freddy; gabriel gabe; gabriela gaby; gerald gerry jerry; gregory greg
  guadalupe lupe lupita; guillermo memo bill; henry hank harry; ignacio nacho; isabella bella izzy; jacob jake; james jim jimmy jamie
  jeffrey jeff; jennifer jen jenny; jessica jess jessie; jesus chuy; john jack johnny jon; jonathan jon; jorge george; jose pepe joe
  joseph joe joey; joshua josh; kenneth ken kenny; kimberly kim; lawrence larry; leonard len lenny leo; leonardo leo; margaret maggie meg peggy
  maria mary; matthew matt; melissa mel missy; michael mike mikey mick; miguel mike; nathan nate; nathaniel nate nat; nicholas nick nicky
  nicole nicki; pamela pam; patricia pat patty trish tricia; patrick pat; pedro pete; peter pete; philip phil; rafael rafa ralph; raymond ray
  rebecca becky becca; ricardo rick ricky; richard rich rick ricky dick; robert rob bob bobby robbie; roberto rob bob beto; ronald ron ronnie
  russell russ; samantha sam; samuel sam sammy; sandra sandy; sergio checo; stephanie steph; stephen steve; steven steve; susan sue suzy
  teresa terry tere; theodore ted teddy theo; theresa terry tess; thomas tom tommy; timothy tim timmy; tomas tom; valerie val
  victor vic; victoria vicky tori; vincent vince vinny; walter walt; william will bill billy willie liam; zachary zach zack`;

const titles = new Set(['mr', 'mrs', 'ms', 'dr', 'jr', 'sr', 'ii', 'iii', 'iv']);

/** Doubled letters and 'ae' for 'ä' are matters of spelling. */
const folded = (word: string): string => word.replace(/(?<=[aou])e/g, '').replace(/(.)\1+/g, '$1');

const shortFormsOf = new Map<string, Set<number>>();
for (const [line, names] of shortForms.split(/[;\n]/).entries())
  for (const name of names.trim().split(/\s+/).map(folded)) shortFormsOf.set(name, (shortFormsOf.get(name) ?? new Set()).add(line));

/** The words of a name in speaking order, without titles and spelling. */
function wordsOf(name: string): string[] {
  const [last = '', ...first] = searchable(name).replaceAll("'", '').split(',');
  return `${first.join(' ')} ${last}`
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !titles.has(word))
    .map(folded);
}

/** Whether the first name is the second with letters that a register could not write or read. */
function isReadAs(damaged: string, whole: string): boolean {
  const lost = /[?\ufffd]+/;
  const parts = searchable(damaged)
    .trim()
    .split(lost)
    .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
  if (parts.length === 1 || parts.join('').length < 4) return false;
  return new RegExp(`^${parts.join('.{1,4}')}$`, 'u').test(
    searchable(whole)
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
  );
}

const isInitialOf = (short: string, long: string): boolean => short.length === 1 && long.startsWith(short);

const isShortFormOf = (one: string, other: string): boolean => {
  const lines = shortFormsOf.get(other);
  return lines !== undefined && [...(shortFormsOf.get(one) ?? [])].some((line) => lines.has(line));
};

const canBe = (one: string, other: string): boolean =>
  one === other || isInitialOf(one, other) || isInitialOf(other, one) || isShortFormOf(one, other);

/**
 * Whether two spellings can name one person: case, accents, order ('Last, First'), middle names, initials, titles, and short forms of the
 * given name do not matter. At least two words must agree, one of them in full, unless the names are equal.
 */
export function isSamePerson(one: string, other: string): boolean {
  if (isReadAs(one, other) || isReadAs(other, one)) return true;
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  if (fewer.length === 0) return false;
  if (fewer.join('') === more.join('')) return true;
  if (fewer.length === 1) return false;
  const left = [...more];
  const equal = fewer.filter((word) => take(left, (candidate) => candidate === word));
  const others = fewer.filter((word) => !equal.includes(word));
  return equal.some((word) => word.length > 1) && others.every((word) => take(left, (candidate) => canBe(word, candidate)));
}

/** Whether the person of the staff list can bear this name in Sitewatch. */
export const isKnownAs = ({ name, otherNames }: { name: string; otherNames: readonly string[] }, given: string): boolean =>
  [name, ...otherNames].some((own) => isSamePerson(own, given));

function take(words: string[], matches: (word: string) => boolean): boolean {
  const at = words.findIndex(matches);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}

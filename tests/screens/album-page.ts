import { sizes, type Screenshot } from '../e2e/support/view.ts';

/** An earlier album, to show its pictures beside the new ones. */
export interface EarlierAlbum {
  /** The folder of the earlier album, relative to the new album's page. */
  folder: string;
  pictures: readonly Screenshot[];
}

/** The parts in the order of a day at the counter; a walk belongs to the first part that matches. */
export const parts: readonly { spec: string; walk?: RegExp }[] = [
  { spec: 'screens.accessibility', walk: /sign-in/ },
  { spec: 'screens.accessibility', walk: /of the counter/ },
  { spec: 'counter.accessibility' },
  { spec: 'payments.accessibility' },
  { spec: 'screens.accessibility', walk: /of the office/ },
  { spec: 'screens.accessibility', walk: /of the admin/ },
  { spec: 'rare-states' },
];

/** Parts that are not listed come last. */
function placeOf({ spec, walk }: Screenshot): number {
  const place = parts.findIndex((part) => part.spec === spec && (part.walk?.test(walk) ?? true));
  return place === -1 ? parts.length : place;
}

/** Returns one HTML page with a row for each picture, its sizes side by side, each after the earlier picture of the same name. */
export function albumPage(pictures: readonly Screenshot[], earlier?: EarlierAlbum): string {
  const sorted = pictures.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.spec.localeCompare(b.spec) || a.order[0] - b.order[0] || a.order[1] - b.order[1],
  );
  const walks = Map.groupBy(sorted, ({ walk }) => walk);
  const sections = [...walks].map(
    ([walk, rows]) => `<section><h2>${escape(walk)}</h2>${rows.map((picture) => row(picture, earlier)).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Washdesk: screens</title>
<style>
  body { margin: 24px; background: #eef1f4; color: #102033; font: 14px/1.5 system-ui, sans-serif; }
  h2 { margin: 48px 0 8px; font-size: 20px; }
  h3 { margin: 24px 0 8px; font-size: 15px; }
  h3 small { margin-left: 8px; color: #54657a; font-weight: 400; }
  .sizes { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; }
  figure { margin: 0; }
  figcaption { color: #54657a; font-size: 12px; }
  img { display: block; height: auto; border: 1px solid #c4ceda; background: #fff; }
</style>
<h1>Screens and dialogs</h1>
${sections.join('\n')}
</html>
`;
}

function row(picture: Screenshot, earlier: EarlierAlbum | undefined): string {
  const { name, role, route } = picture;
  const before = earlier?.pictures.find((one) => one.name === name);
  const figures = sizes.map(({ name: size, width }) => {
    const now = fileOf(picture, width);
    const then = before && fileOf(before, width);
    const pair = [
      ...(earlier && then ? [figure(`${earlier.folder}/${then}`, `${name}, ${size}, before`, `${size}, before`, width)] : []),
      ...(now ? [figure(now, `${name}, ${size}`, then ? `${size}, now` : size, width)] : []),
    ];
    return pair.join('');
  });
  const isNew = earlier !== undefined && before === undefined;
  const facts = [role, route, ...(isNew ? ['no earlier picture'] : [])].join(' · ');
  return `<h3>${escape(name)}<small>${escape(facts)}</small></h3><div class="sizes">${figures.join('')}</div>`;
}

/** Finds the file by the width in its name, because an earlier album may have other sizes. */
const fileOf = ({ files }: Screenshot, width: number): string | undefined => files.find((file) => file.endsWith(`-${width}.png`));

function figure(file: string, alt: string, caption: string, width: number): string {
  const image = `<img src="${escape(file)}" width="${Math.round(width / 2)}" alt="${escape(alt)}" loading="lazy">`;
  return `<figure><figcaption>${caption}</figcaption><a href="${escape(file)}">${image}</a></figure>`;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

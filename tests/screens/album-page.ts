import { sizes, type Screenshot } from '../e2e/support/view.ts';

/** One HTML page with a row for each picture, its sizes side by side. */
export function albumPage(pictures: readonly Screenshot[]): string {
  const sorted = pictures.toSorted((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1]);
  const walks = Map.groupBy(sorted, ({ walk }) => walk);
  const sections = [...walks].map(([walk, rows]) => `<section><h2>${escape(walk)}</h2>${rows.map(row).join('')}</section>`);
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

function row({ name, role, route, files }: Screenshot): string {
  const figures = files.map((file, at) => {
    const { name: size, width } = sizes[at]!;
    return `<figure><figcaption>${size}</figcaption><a href="${file}"><img src="${file}" width="${Math.round(width / 2)}" alt="${escape(`${name}, ${size}`)}" loading="lazy"></a></figure>`;
  });
  return `<h3>${escape(name)}<small>${escape(role)} · ${escape(route)}</small></h3><div class="sizes">${figures.join('')}</div>`;
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

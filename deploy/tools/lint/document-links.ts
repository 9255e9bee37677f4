import path from 'node:path';

/** The files of a repository by path, with their text. */
export interface Repository {
  readonly files: readonly string[];
  text(file: string): string;
}

const link = /\]\((?<address>[^)\s]+)\)|(?:src|href)="(?<attribute>[^"]+)"/g;
const namedPath = /`(?<path>(?:\.ci|cloud-api|deploy|docs|shared|site-agent|tests|web)\/[\w./@-]+)`/g;
const namedFile = /(?<![\w>*.-])(?<file>[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|sql|css))\b/g;
const citation = /\b(?<file>(?:cloud-api|deploy|docs|shared|site-agent|tests|web)\/[\w./-]+\.md)(?<anchor>#[\w-]+)?/g;
/** Names that documents use as examples of files to create. */
const example = /\bholidays?\b|^x\.|YYYYMMDDHHMM|^create-holidays\./;

/** Returns the anchor of a heading, as GitHub builds it. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Returns dead links, paths, file names and anchors in documents and comments, one line each. */
export function deadLinks(repository: Repository): string[] {
  const { files, text } = repository;
  const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const names = new Set(files.map((file) => path.posix.basename(file)));
  const anchors = new Map<string, Set<string>>();
  const hasAnchor = (file: string, anchor: string): boolean => {
    const of = anchors.get(file) ?? new Set([...text(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    anchors.set(file, of);
    return of.has(anchor);
  };
  const problems = (file: string): string[] => {
    const found: string[] = [];
    const check = (target: string, anchor: string | undefined, words: string): void => {
      if (!known.has(target)) found.push(`${file}: ${words} leads to nothing`);
      else if (anchor && target.endsWith('.md') && !hasAnchor(target, anchor)) found.push(`${file}: ${words} has no such heading`);
    };
    if (!file.endsWith('.md')) {
      for (const { 0: words, groups } of text(file).matchAll(citation)) check(groups?.['file'] ?? '', groups?.['anchor']?.slice(1), words);
      return found;
    }
    for (const { groups } of text(file).matchAll(link)) {
      const address = groups?.['address'] ?? groups?.['attribute'] ?? '';
      const [target = '', anchor] = address.split('#');
      if (/^\w+:/.test(address)) continue;
      check(target === '' ? file : path.posix.join(path.posix.dirname(file), target).replace(/\/$/, ''), anchor, address);
    }
    for (const { groups } of text(file).matchAll(namedPath)) {
      const named = groups?.['path']?.replace(/\/$/, '') ?? '';
      if (!example.test(named) && !known.has(named) && !known.has(`${named}.ts`)) found.push(`${file}: the path ${named} does not exist`);
    }
    for (const { groups } of text(file).matchAll(namedFile)) {
      const named = groups?.['file'] ?? '';
      if (!example.test(named) && !names.has(named)) found.push(`${file}: no file is named ${named}`);
    }
    return found;
  };
  return files.filter((file) => /\.(?:md|tsx?|mjs|js|css|html|sql)$/.test(file)).flatMap(problems);
}

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

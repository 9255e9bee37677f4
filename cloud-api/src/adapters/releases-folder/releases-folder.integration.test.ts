import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeRelease } from './release.fixture.ts';
import { releasesFolder } from './releases-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'washdesk-releases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problemsOf = async (releases = releasesFolder(folder)): Promise<string[]> =>
  (await releases.find(-1)).problems.map(({ sentence }) => sentence);

describe('the folder of releases', () => {
  it('has a release for each platform whose file is that of its manifest', async () => {
    writeRelease(folder, '1.5.0');
    writeRelease(folder, '1.5.0', { platform: 'win32-x64' });
    mkdirSync(path.join(folder, 'lost+found'));
    writeFileSync(path.join(folder, 'README.txt'), 'put releases here');
    const { files, problems } = await releasesFolder(folder).find();
    expect(problems).toEqual([]);
    expect(files.map(({ version, platform, size }) => [version, platform, size])).toEqual([
      ['1.5.0', 'linux-x64', 11],
      ['1.5.0', 'win32-x64', 11],
    ]);
  });

  it('that is missing is a sentence, and is found once it is there', async () => {
    rmSync(folder, { recursive: true });
    const releases = releasesFolder(folder);
    expect(await problemsOf(releases)).toEqual([`The folder ${folder} doesn’t exist. Create it, or mount it`]);
    mkdirSync(folder);
    writeRelease(folder, '1.5.0');
    expect((await releases.find(-1)).files).toHaveLength(1);
  });

  it('that is a file is a sentence', async () => {
    const file = writeRelease(folder, '1.5.0');
    expect(await problemsOf(releasesFolder(file))).toEqual([`${file} isn’t a folder`]);
  });

  it('names what is wrong with a release, and offers the others', async () => {
    writeRelease(folder, '1.4.0');
    appendFileSync(writeRelease(folder, '1.5.0'), 'more');
    writeFileSync(writeRelease(folder, '1.6.0'), 'agent 1.6.1');
    rmSync(writeRelease(folder, '1.7.0'));
    writeRelease(folder, '1.8.0', { manifest: { version: '1.9.0' } });
    mkdirSync(path.join(folder, '2.0.0'));
    writeFileSync(path.join(folder, '2.0.0', 'linux-x64.json'), '{"manifest":');
    mkdirSync(path.join(folder, '2.1.0'));
    mkdirSync(path.join(folder, 'v3.0.0'));
    const { files, problems } = await releasesFolder(folder).find();
    expect(files.map(({ version }) => version)).toEqual(['1.4.0']);
    expect(problems.map(({ sentence }) => sentence).toSorted()).toEqual([
      '1.5.0/washdesk-agent-1.5.0-linux-x64 has 15 bytes, its manifest says 11. Copy it again',
      '1.6.0/washdesk-agent-1.6.0-linux-x64 is damaged: its SHA-256 isn’t that of the manifest. Copy it again',
      '1.7.0/washdesk-agent-1.7.0-linux-x64 is missing. Copy it beside its manifest',
      '1.8.0/linux-x64.json is the manifest of 1.9.0 for linux-x64. Move it to its own place',
      '2.0.0/linux-x64.json isn’t a signed manifest of a release. Copy it again',
      '2.1.0 has no manifest, such as linux-x64.json',
      'The folder “v3.0.0” isn’t named as a version, such as 1.2.0. Rename it',
    ]);
  });

  it.each(['../1.4.0/agent', 'a/b', '.hidden'])('never follows a manifest to %s', async (file) => {
    writeRelease(folder, '1.4.0');
    mkdirSync(path.join(folder, '1.5.0', '..', '1.5.0', 'a'), { recursive: true });
    writeRelease(folder, '1.5.0', { manifest: { file } });
    expect(await problemsOf()).toEqual(['1.5.0/linux-x64.json isn’t a signed manifest of a release. Copy it again']);
  });
});

describe('a file of a release', () => {
  it('is read from a byte on', async () => {
    writeRelease(folder, '1.5.0');
    const releases = releasesFolder(folder);
    const [file] = (await releases.find()).files;
    expect(await text((await releases.open(file!, 6))!)).toBe('1.5.0');
  });

  it('is not sent once it is another one, and verified again', async () => {
    const name = writeRelease(folder, '1.5.0');
    const releases = releasesFolder(folder);
    const [file] = (await releases.find()).files;
    rmSync(name);
    expect(await releases.open(file!, 0)).toBeNull();
    writeFileSync(name, 'agent 6.6.6');
    expect(await releases.open(file!, 0)).toBeNull();
    expect((await releases.find()).problems).toHaveLength(1);
    writeRelease(folder, '1.5.0');
    chmodSync(name, 0o755);
    expect((await releases.find(-1)).files).toHaveLength(1);
  });
});

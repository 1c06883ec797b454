import { paths } from '@pontual/contract/paths.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { budgets, weigh } from '../page-weight.ts';

for (const { name, path, as, most } of budgets) {
  test(`JavaScript of ${name} stays within ${most / 1000} kB`, async ({ page, stack, newUser }) => {
    if (as === 'user') await logIn(page, stack, await newUser());
    const { scripts, files } = await weigh(page, `${stack.url}${path}`, as);
    const told = files
      .filter((file) => file.name.endsWith('.js'))
      .map((file) => `${file.bytes} ${file.name}`)
      .join('\n');
    expect(scripts).toBeGreaterThan(0);
    expect(scripts, told).toBeLessThanOrEqual(most);
  });
}

for (const path of [paths.login, paths.plans, paths.schedule]) {
  test(`the document of ${path} names every script of the page`, async ({ page, stack }) => {
    const url = `${stack.url}${path}`;
    const { files } = await weigh(page, url, 'visitor');
    const scripts = files.map(({ name }) => name).filter((name) => name.endsWith('.js'));
    const document = await (await page.request.get(url)).text();
    // What it names is fetched at once, not when another script has come and asked for it.
    expect(scripts.filter((name) => !document.includes(`"${name}"`))).toEqual([]);
  });
}

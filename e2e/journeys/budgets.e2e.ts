import { api } from '@pontual/contract/api.ts';
import { paths } from '@pontual/contract/shared/paths.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { budgets, measureWeight } from '../support/page-weight.ts';

test('each page loads no more JavaScript than its budget, and no documentation of endpoints', async ({
  browser,
  stack,
  newUser,
}) => {
  const summaries = Object.values(api).map(({ summary }) => summary);
  const named = new Set<string>([paths.login, paths.plans, paths.schedule]);
  for (const { name, path, visitorKind, maxBytes } of budgets) {
    await test.step(name, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      if (visitorKind === 'user') await logIn(page, stack, await newUser());
      const url = `${stack.url}${path}`;
      const { scripts, files } = await measureWeight(page, url);
      const loaded = files.filter((file) => file.name.endsWith('.js'));
      const fileSizes = loaded.map((file) => `${file.bytes} ${file.name}`).join('\n');
      expect(scripts).toBeGreaterThan(0);
      expect.soft(scripts, fileSizes).toBeLessThanOrEqual(maxBytes);
      for (const file of loaded) {
        const script = await (await page.request.get(`${stack.url}${file.name}`)).text();
        const documented = summaries.filter((summary) => script.includes(summary));
        expect.soft(documented, `summaries of endpoints in ${file.name}`).toEqual([]);
      }
      if (visitorKind === 'visitor' && named.has(path)) {
        const document = await (await page.request.get(url)).text();
        // The browser fetches files that the document names at once, and other files only after a script
        // requests them.
        const unnamed = loaded.filter((file) => !document.includes(`"${file.name}"`));
        expect.soft(unnamed, name).toEqual([]);
      }
      await context.close();
    });
  }
});

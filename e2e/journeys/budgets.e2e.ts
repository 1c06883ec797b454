import { paths } from '@pontual/contract/shared/paths.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { budgets, measureWeight } from '../support/page-weight.ts';

test('each page loads no more JavaScript than its budget, named by its document', async ({
  browser,
  stack,
  newUser,
}) => {
  const named = new Set<string>([paths.login, paths.plans, paths.schedule]);
  for (const { name, path, visitorKind, maxBytes } of budgets) {
    await test.step(name, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      if (visitorKind === 'user') await logIn(page, stack, await newUser());
      const url = `${stack.url}${path}`;
      const { scripts, files } = await measureWeight(page, url, visitorKind);
      const loaded = files.filter((file) => file.name.endsWith('.js'));
      const told = loaded.map((file) => `${file.bytes} ${file.name}`).join('\n');
      expect(scripts).toBeGreaterThan(0);
      expect.soft(scripts, told).toBeLessThanOrEqual(maxBytes);
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

import type { Page } from '@playwright/test';

/** The page's line to the server: as fast as is said, in bytes a second, or cut. */
export async function lineOf(page: Page) {
  const network = await page.context().newCDPSession(page);
  const set = async (offline: boolean, uploadThroughput: number) => {
    const speed = { latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', { offline, ...speed });
  };
  return { slowDown: (speed: number) => set(false, speed), cut: () => set(true, -1) };
}

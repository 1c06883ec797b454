import type { InstagramAccounts } from '../instagram/connection/accounts.ts';
import type { InstagramPublishing } from '../instagram/graph/publishing.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Log } from '../platform/log/log.ts';
import type { ConflictingPostsRepository } from './conflicting-posts.repository.ts';
import type { ContainersRepository } from './containers.repository.ts';
import type { Observe } from './observe.ts';
import type { PublishingRepository } from './publishing.repository.ts';

export interface StepDependencies {
  repository: PublishingRepository;
  containers: ContainersRepository;
  conflictingPosts: ConflictingPostsRepository;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  links: MediaLinks;
  observe: Observe;
  log: Log;
}

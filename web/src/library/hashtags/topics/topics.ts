import { beauty } from './beauty.ts';
import { crafts } from './crafts.ts';
import { food } from './food.ts';
import { occasions } from './occasions.ts';
import { services } from './services.ts';
import type { Topic } from './topic.ts';

export const topics: readonly Topic[] = [...crafts, ...food, ...beauty, ...services, ...occasions];

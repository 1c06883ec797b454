import { manualPublishingPath } from '@pontual/contract/shared/paths.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { Link } from 'react-router';
import { IfAllowed } from '../api/permissions.tsx';

export const ManualPublishingLink = ({ post }: { post: Post }) =>
  post.manualPublishing !== null && post.errorMessage !== null ? (
    <IfAllowed permission="edit">
      <Link
        to={manualPublishingPath(post._id)}
        className="text-link inline-flex min-h-11 items-center text-sm lg:min-h-8"
      >
        {post.manualPublishing === 'offered' ? 'Publicar eu mesmo' : 'Ver o plano B'}
      </Link>
    </IfAllowed>
  ) : null;

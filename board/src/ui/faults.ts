/** The marks of bad moves on the page: those of a review, or else those of the file. */

import type { Review } from "../app/review";
import { writtenFault } from "../core/annotate";
import { type FaultsOf, faultOf } from "./words";

export const faultsOf =
  (review: Review): FaultsOf =>
  (node) => {
    const judgement = review.judgements.get(node);
    return judgement ? faultOf(judgement) : writtenFault(node);
  };

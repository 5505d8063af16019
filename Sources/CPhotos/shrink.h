// Averages the pixels of a photo over the areas of the pixels of a smaller picture, in whatever order they come.
#ifndef CPHOTOS_SHRINK_H
#define CPHOTOS_SHRINK_H

#include "CPhotos.h"

// What was added so far. All zero is one without memory.
struct shrink {
    uint32_t from_width, from_height;  // the photo
    uint32_t width, height;            // the picture
    uint32_t *cell;                    // the column that each column of the photo begins in
    uint32_t *share;                   // how much of it belongs to that column, of `width` parts; the rest to the next
    uint64_t *row;                     // one row of the photo, added up by columns of the picture
    uint64_t *sums;                    // the picture
};

// Fits a photo of these edges into a square of `side`; 0 when there is no memory.
int shrink_begin(struct shrink *shrink, uint32_t width, uint32_t height, uint32_t side);

// Adds pixels of the row `y`: `count` of them, of which the first belongs to the column `x` and each further one to the
// column `step` on. With 4 `channels` the fourth says how opaque it is on white.
void shrink_add(
    struct shrink *shrink, uint32_t y, uint32_t x, uint32_t step, uint32_t count, const uint8_t *pixels,
    unsigned channels);

// The picture, once every pixel was added; 0 when there is no memory.
int shrink_end(struct shrink *shrink, struct cphotos_picture *picture);

// Gives its memory back; at any time, any number of times.
void shrink_free(struct shrink *shrink);

// Whether a photo of these edges is within the bounds.
int within_bounds(uint64_t width, uint64_t height, const struct cphotos_bounds *bounds);

#endif

#include "shrink.h"

#include <stdlib.h>
#include <string.h>

static uint32_t fitted(uint32_t edge, uint32_t longest, uint32_t side) {
    uint64_t rounded = ((uint64_t)edge * side + longest / 2) / longest;
    return rounded == 0 ? 1 : (uint32_t)rounded;
}

int within_bounds(uint64_t width, uint64_t height, const struct cphotos_bounds *bounds) {
    return width >= 1 && height >= 1 && width <= bounds->length && height <= bounds->length
        && width * height <= bounds->pixels;
}

int shrink_begin(struct shrink *shrink, uint32_t width, uint32_t height, uint32_t side) {
    uint32_t longest = width > height ? width : height;
    memset(shrink, 0, sizeof *shrink);
    shrink->from_width = width;
    shrink->from_height = height;
    shrink->width = longest <= side ? width : fitted(width, longest, side);
    shrink->height = longest <= side ? height : fitted(height, longest, side);
    shrink->cell = malloc(width * sizeof *shrink->cell);
    shrink->share = malloc(width * sizeof *shrink->share);
    // One column more than there is, so that the last one's rest, which is nothing, has a place.
    shrink->row = malloc(((size_t)shrink->width + 1) * 3 * sizeof *shrink->row);
    shrink->sums = calloc((size_t)shrink->width * shrink->height * 3, sizeof *shrink->sums);
    if (!shrink->cell || !shrink->share || !shrink->row || !shrink->sums) {
        shrink_free(shrink);
        return 0;
    }
    for (uint32_t x = 0; x < width; x++) {
        // Edges are counted in parts of which a column of the photo has `shrink->width` and one of the picture `width`.
        uint64_t begin = (uint64_t)x * shrink->width;
        uint64_t border = (begin / width + 1) * width;
        shrink->cell[x] = (uint32_t)(begin / width);
        shrink->share[x] = border - begin < shrink->width ? (uint32_t)(border - begin) : shrink->width;
    }
    return 1;
}

static void add_row(uint64_t *sums, const uint64_t *row, size_t count, uint64_t share) {
    for (size_t index = 0; index < count; index++) sums[index] += row[index] * share;
}

void shrink_add(
    struct shrink *shrink, uint32_t y, uint32_t x, uint32_t step, uint32_t count, const uint8_t *pixels,
    unsigned channels
) {
    size_t values = (size_t)shrink->width * 3;
    memset(shrink->row, 0, (values + 3) * sizeof *shrink->row);
    for (uint32_t index = 0; index < count; index++, x += step, pixels += channels) {
        uint64_t *sums = shrink->row + (size_t)shrink->cell[x] * 3;
        uint32_t share = shrink->share[x], rest = shrink->width - share;
        for (unsigned channel = 0; channel < 3; channel++) {
            uint32_t value = pixels[channel];
            if (channels == 4) value = (value * pixels[3] + 255 * (255 - pixels[3]) + 127) / 255;
            sums[channel] += value * share;
            sums[channel + 3] += value * rest;
        }
    }
    uint64_t begin = (uint64_t)y * shrink->height;
    uint64_t line = begin / shrink->from_height;
    uint64_t border = (line + 1) * shrink->from_height;
    uint64_t share = border - begin < shrink->height ? border - begin : shrink->height;
    add_row(shrink->sums + line * values, shrink->row, values, share);
    if (share < shrink->height) add_row(shrink->sums + (line + 1) * values, shrink->row, values, shrink->height - share);
}

int shrink_end(struct shrink *shrink, struct cphotos_picture *picture) {
    size_t values = (size_t)shrink->width * shrink->height * 3;
    uint64_t area = (uint64_t)shrink->from_width * shrink->from_height;
    picture->pixels = malloc(values);
    if (!picture->pixels) return 0;
    picture->width = shrink->width;
    picture->height = shrink->height;
    for (size_t index = 0; index < values; index++) {
        picture->pixels[index] = (uint8_t)((shrink->sums[index] + area / 2) / area);
    }
    return 1;
}

void shrink_free(struct shrink *shrink) {
    free(shrink->cell);
    free(shrink->share);
    free(shrink->row);
    free(shrink->sums);
    memset(shrink, 0, sizeof *shrink);
}

void cphotos_free(void *memory) { free(memory); }

int cphotos_shrink(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t side, struct cphotos_picture *picture
) {
    struct shrink shrink;
    if (!shrink_begin(&shrink, width, height, side)) return CPHOTOS_NO_MEMORY;
    for (uint32_t y = 0; y < height; y++) shrink_add(&shrink, y, 0, 1, width, pixels + (size_t)y * width * 3, 3);
    int status = shrink_end(&shrink, picture) ? CPHOTOS_DONE : CPHOTOS_NO_MEMORY;
    shrink_free(&shrink);
    return status;
}

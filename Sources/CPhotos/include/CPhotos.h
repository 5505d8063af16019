// Decoders of photos that strangers send, in bounded memory and work, and an encoder.
//
// libjpeg and libpng leave by longjmp when something is wrong, which Swift code must not be in the way of: here it stays
// within C. Every decoder reads the header first, refuses what is beyond the bounds before it takes memory for pixels,
// and reads row by row into a picture that fits a small square; no whole photo is ever in memory but for the
// coefficients of a progressive JPEG and the pixels of a lossless WebP, which have a bound of their own.
#ifndef CPHOTOS_H
#define CPHOTOS_H

#include <stddef.h>
#include <stdint.h>

enum cphotos_status {
    CPHOTOS_DONE = 0,
    CPHOTOS_BROKEN = 1,     // it is not what it says, ends too early, or is of a kind that nobody takes photos in
    CPHOTOS_TOO_LARGE = 2,  // it is beyond the bounds
    CPHOTOS_NO_MEMORY = 3,  // there is no memory for it now
};

// How much a photo may take.
struct cphotos_bounds {
    uint32_t side;    // of the picture that is made: it fits a square of so many pixels
    uint32_t length;  // the longest edge of a photo, pixels
    uint64_t pixels;  // the most pixels of a photo
    size_t memory;    // bytes for what must be in memory as a whole
    uint32_t scans;   // the most scans of a JPEG
    uint64_t work;    // the most pixels of a JPEG times its scans
};

// A picture in rows of red, green and blue, 8 bits each; whoever got one gives `pixels` to cphotos_free.
struct cphotos_picture {
    uint8_t *pixels;
    uint32_t width;
    uint32_t height;
};

// Decodes `count` bytes and shrinks what they show so that it fits the square; on anything but CPHOTOS_DONE there is no
// picture.
int cphotos_decode_jpeg(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture);
// The same of a PNG; of an animated one the picture that readers without animation show. It is laid on white.
int cphotos_decode_png(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture);
// The same of a WebP without animation.
int cphotos_decode_webp(
    const uint8_t *bytes, size_t count, const struct cphotos_bounds *bounds, struct cphotos_picture *picture);

// Shrinks a picture so that it fits a square of `side` pixels; it never grows.
int cphotos_shrink(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t side, struct cphotos_picture *picture);

// Writes a picture as a JPEG without anything but the picture; whoever got `*bytes` gives them to
// cphotos_free.
int cphotos_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);

// Gives memory back that came from here.
void cphotos_free(void *memory);

#endif

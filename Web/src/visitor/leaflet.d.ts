/** The parts of Leaflet 1.7.1 that the plan uses; Web/build says where the library lies. */
declare module "leaflet" {
  type LatLngTuple = [latitude: number, longitude: number];

  interface LatLng {
    lat: number;
    lng: number;
  }

  interface Point {
    x: number;
    y: number;
  }

  interface LatLngBounds {
    pad(ratio: number): LatLngBounds;
  }

  interface LeafletMouseEvent {
    latlng: LatLng;
  }

  interface MapOptions {
    crs: object;
    attributionControl: boolean;
    zoomControl: boolean;
    zoomAnimation: boolean;
    fadeAnimation: boolean;
    inertia: boolean;
    zoomSnap: number;
    zoomDelta: number;
    maxBoundsViscosity: number;
    boxZoom: boolean;
  }

  interface Map {
    fitBounds(bounds: LatLngBounds, options?: { padding?: [number, number]; animate?: boolean }): Map;
    setMaxBounds(bounds: LatLngBounds): Map;
    setMinZoom(zoom: number): Map;
    setMaxZoom(zoom: number): Map;
    getZoom(): number;
    setView(centre: LatLngTuple, zoom: number, options: { animate: boolean }): Map;
    setZoom(zoom: number, options: { animate: boolean }): Map;
    getSize(): Point;
    invalidateSize(options: { animate: boolean; pan: boolean }): Map;
    createPane(name: string): HTMLElement;
    latLngToContainerPoint(position: LatLngTuple): Point;
    containerPointToLayerPoint(point: [number, number]): Point;
    on(types: string, handler: (event: LeafletMouseEvent) => void): Map;
    remove(): void;
  }

  interface Layer {
    addTo(map: Map): this;
    on(types: string, handler: (event: LeafletMouseEvent) => void): this;
    getElement(): Element | undefined;
  }

  interface PathOptions {
    className?: string;
    interactive?: boolean;
    bubblingMouseEvents?: boolean;
    weight?: number;
    renderer?: object;
  }

  interface MarkerOptions {
    icon: object;
    keyboard?: boolean;
    interactive?: boolean;
    bubblingMouseEvents?: boolean;
  }

  const CRS: { Simple: object };
  const DomUtil: { setPosition(element: HTMLElement, point: Point): void };
  function map(element: HTMLElement, options: MapOptions): Map;
  function latLngBounds(corner: LatLngTuple, opposite: LatLngTuple): LatLngBounds;
  function svg(options: { padding: number }): object;
  function polygon(points: LatLngTuple[] | LatLngTuple[][][], options: PathOptions): Layer;
  function polyline(points: LatLngTuple[], options: PathOptions): Layer;
  function imageOverlay(address: string, bounds: LatLngBounds): Layer;
  function marker(position: LatLngTuple, options: MarkerOptions): Layer;
  function divIcon(options: { className: string; html: HTMLElement; iconSize: [number, number] }): object;
}

/** The address of Leaflet's own sheet. */
declare module "leaflet.css" {
  const address: string;
  export default address;
}

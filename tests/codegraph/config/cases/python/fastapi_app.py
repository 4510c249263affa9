from fastapi import APIRouter, FastAPI

app = FastAPI()
router = APIRouter(prefix="/items", tags=["items"])
plain: APIRouter = APIRouter()


@router.get("")
async def all_items(): ...


@router.put("/{item_id}", status_code=201)
async def put_item(item_id: int): ...


@plain.websocket("/ws")
async def socket(): ...


@plain.api_route("/both", methods=("GET", "HEAD"))
def both(): ...


class Api:
    @app.patch("/in-class")
    def patch(self): ...


api = APIRouter(prefix="/v1")
api.include_router(router)
app.include_router(api, prefix="/api")
twice = APIRouter()
app.include_router(twice, prefix="/a")
app.include_router(twice, prefix="/b")
loop = APIRouter()
loop.include_router(loop)


@twice.get("/unknown")
def mounted_twice(): ...


@loop.get("/unknown")
def mounted_on_itself(): ...
